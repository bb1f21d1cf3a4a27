"""The inspection app: page set-up, the pages, and nothing else. Start it with `make app` or `cortex app`."""

import streamlit as st

from pages.parts import link

st.set_page_config(page_title="Cortex", page_icon="📖", layout="wide", initial_sidebar_state="collapsed")

# The masthead of every page carries the navigation, because its links keep the graph and the two clocks.
page = st.navigation(
    [
        st.Page(link.FILES["overview"], title="Overview", url_path="overview", default=True),
        st.Page(link.FILES["provenance"], title="Provenance", url_path="provenance"),
        st.Page(link.FILES["challenges"], title="Challenges", url_path="challenges"),
        st.Page(link.FILES["competence"], title="Competence", url_path="competence"),
        st.Page(link.FILES["verification"], title="Verification", url_path="verification"),
    ],
    position="hidden",
)
page.run()
