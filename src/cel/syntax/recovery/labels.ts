/** Names of parts of nodes that all rules share. */

/** The name of tokens that were skipped to continue after a fault. */
export const skippedLabel = "skipped";

/** The name of the part that a node shares with the smaller nodes of its rule: `a` in `a + b` and in `a.b`. */
export const leftLabel = "left";

/** The name of tokens that a node does not keep. */
export const unusedLabel = "";
