/** The template language of kubectl's `-o jsonpath`, which also selects the values of columns of custom types. */
export { type FindOptions, type Found, findValues } from "./find-values.ts";
export { parseTemplate } from "./parse-template.ts";
export { printedInCell, printedInTemplate } from "./printed-value.ts";
export { type Part, TemplateError } from "./template.ts";
