/** Declarations of environments: variables, types, functions and their costs. */
export * from "./costs.ts";
export * from "./environment.ts";
export * from "./environment-of.ts";
export * from "./estimate.ts";
export * from "./function.ts";
export * from "./ranges.ts";
