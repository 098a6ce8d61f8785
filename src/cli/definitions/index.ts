/** The commands about definitions of custom types. It is a separate room, because the client program does not need them. */
export { ruleCosts } from "./costs/rule-costs.ts";
export { type Definition, definitionOf } from "./definition.ts";
export { type CrdDiffCommand, type CrdDiffServices, crdDiff } from "./diff/crd-diff.ts";
export { type TypesCommand, types } from "./types/types.ts";
