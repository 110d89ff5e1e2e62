"""The pages of the app, a folder each; every page module is run by `st.navigation` in `app.py`."""
