/** Costs that the evaluator counts itself. Those of other calls are declared with their functions. */

/** The cost of reading one code point, byte or element. */
export const traversalFactor = 0.1;

/** Costs of literals. The estimate has the same numbers as ranges. */
export const sizeCosts = { list: 10, map: 30, object: 40 } as const;
