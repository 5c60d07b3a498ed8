"""Says who may do what: Ironic's rule names, our table, the operator's overrides."""
