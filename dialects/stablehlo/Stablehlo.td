// The whole stablehlo dialect, by family.
#ifndef STABLEHLO_TD
#define STABLEHLO_TD

include "stablehlo/Base.td"
include "stablehlo/Attributes.td"
include "stablehlo/Elementwise.td"
include "stablehlo/Shape.td"
include "stablehlo/Dot.td"
include "stablehlo/Reduce.td"
include "stablehlo/Index.td"
include "stablehlo/Library.td"
include "stablehlo/Control.td"
include "stablehlo/Collective.td"
include "stablehlo/Dynamic.td"

#endif // STABLEHLO_TD
