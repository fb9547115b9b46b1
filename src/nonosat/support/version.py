"""The version, for all that writes it down."""

VERSION = "0.1.0"
