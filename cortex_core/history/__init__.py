"""History: what each event changes in the projections, composed into one reducer. Pure; reads a view."""
