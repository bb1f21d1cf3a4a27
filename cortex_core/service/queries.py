"""Every question a page asks, in one place. Each is a read; none changes anything."""

from cortex_core.service.cards import artifacts, cards
from cortex_core.service.chain import chain
from cortex_core.service.listing import conclusions, search
from cortex_core.service.overview import overview
from cortex_core.service.questions import admissibility, flips, near_misses

__all__ = ["admissibility", "artifacts", "cards", "chain", "conclusions", "flips", "near_misses", "overview", "search"]
