"""``python -m cortex_core.cli``."""

import sys

from cortex_core.cli import main

sys.exit(main())
