/**
 * Validation of values of custom types, in the words of the reference. The room loads the engine of regular expressions, so load it
 * when a value must be validated.
 */
export { checkedFormat } from "./formats/index.ts";
export { validateListTypes } from "./list-types.ts";
export { hasUnprunedDefaults } from "./unknown-fields.ts";
export { type DefaultPlace, validateDefaults } from "./validate-defaults.ts";
export { validateValue } from "./validate-value.ts";
