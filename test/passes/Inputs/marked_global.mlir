memref.global @g : memref<4xf32> {xla.compile}
