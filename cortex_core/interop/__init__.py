"""Readers and writers of files: everything that comes from outside is validated here, once."""
