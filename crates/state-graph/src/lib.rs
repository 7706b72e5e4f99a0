//! Typed state graphs: reducers, nodes, edges, supersteps; a sans-I/O core and a thin driver.
