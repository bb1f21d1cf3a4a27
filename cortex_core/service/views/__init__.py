"""How answers of the service are drawn: marks, markup, the picture, the address of a view. No Streamlit here."""
