/** The types of the expression language. */
export * from "./compare-types.ts";
export * from "./type.ts";
