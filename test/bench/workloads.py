"""All workloads: importing the groups registers them."""

import core  # noqa: F401
import wide  # noqa: F401
from registry import WORKLOADS

__all__ = ["WORKLOADS"]
