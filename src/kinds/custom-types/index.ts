/** Custom types: the kinds that a definition declares, and their behaviour. */
export { customHooks } from "./custom-hooks.ts";
export { type CustomKinds, type CustomKindVersion, customKinds } from "./custom-kind.ts";
export { type TypeDefinition, typeDefinitionOf, type VersionDefinition } from "./type-definition.ts";
