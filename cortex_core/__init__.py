"""Cortex: experience graphs, i.e. finished work kept as verified episodes bound to their exact grounds.

Nothing is imported here, so that ``cortex --version`` and ``cortex decide`` start without the weight of
the app's libraries. The architecture page is ``cortex_core/README.md``.
"""

__version__ = "0.1.0"
