"""Who can reach the app, and so what it may read or fetch for them."""

import streamlit as st

LOCAL_ADDRESSES = ("127.0.0.1", "localhost", "::1")


def only_this_machine() -> bool:
    """Tell whether the server listens on this machine alone: then whoever uses it may name its files and addresses."""
    return st.get_option("server.address") in LOCAL_ADDRESSES
