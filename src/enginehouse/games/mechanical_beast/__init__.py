"""Mechanical Beast: a machine from the inside, whose rooms turn, slide and fall away behind those who leave them."""
