// The whole xla dialect, by family.
#ifndef XLA_TD
#define XLA_TD

include "xla/XlaBase.td"
include "xla/Elementwise.td"
include "xla/Shape.td"
include "xla/Dot.td"
include "xla/Normalization.td"
include "xla/Reduce.td"
include "xla/Indexing.td"
include "xla/Control.td"
include "xla/Collective.td"
include "xla/Dynamic.td"
include "xla/Library.td"
include "xla/Window.td"

#endif // XLA_TD
