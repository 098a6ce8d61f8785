/** Costs of literals. */
export const sizeCosts = { list: 10, map: 30, object: 40 } as const;
