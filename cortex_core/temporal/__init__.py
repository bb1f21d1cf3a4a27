"""Time: civil dates and half-open intervals (valid time), UTC instants (known time), age and its inverse."""
