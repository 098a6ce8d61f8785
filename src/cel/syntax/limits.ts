/** Limits on the texts of expressions. They equal the reference's. */

/** The greatest length of an expression, in code points. */
export const codePointsMax = 100_000;

/**
 * How deeply rules of the grammar may be nested in themselves, and how deeply operators, selections, indexes and calls of
 * methods may be nested in each other.
 */
export const depthMax = 250;
