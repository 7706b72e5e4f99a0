//! derive(State) and derive(Route) for state-graph.
