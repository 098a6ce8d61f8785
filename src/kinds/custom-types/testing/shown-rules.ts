/**
 * Finds the rules of validation that the errors of the reference show, for the titles of tests. Each rule of `rule-messages.json` has a
 * path, the type of its error, and its detail. An asterisk in the detail stands for any text, as does a name in braces in the path. Braces in
 * the detail contain alternatives.
 */
import { readFileSync } from "node:fs";
import { causeReasons, errorTitles, type FieldErrorType } from "../../../meta/field-error.ts";

type RuleMessage = readonly [path: string, type: FieldErrorType, detail: string];

const messages = JSON.parse(readFileSync(new URL("rule-messages.json", import.meta.url), "utf8")) as Readonly<
  Record<string, RuleMessage>
>;

/** Part of the paths of the errors of a struct. Structs without an entry can be anywhere. */
const places: Readonly<Record<string, RegExp>> = {
  CRDNames: /(names|acceptedNames)\./i,
  PrinterColumn: /additionalPrinterColumns/,
  Subresources: /subresources/,
  SelectableFields: /selectableFields/,
  Conversion: /conversion\./,
  StructuralSchema: /openAPIV3Schema/,
  SchemaDefaults: /openAPIV3Schema.*default$/,
  JSONSchema: /openAPIV3Schema/,
  CRDValidation: /openAPIV3Schema/,
};

/** The structs of definitions, and those of objects. */
export const definitionStructs: readonly string[] = [...Object.keys(places), "CustomResourceDefinition"];
export const objectStructs: readonly string[] = ["CustomResourceSchema", "CustomResourceLists", "EmbeddedResource"];
export const expressionStructs: readonly string[] = ["CustomResourceCEL"];

/** An error of the reference. */
export interface ShownError {
  readonly path: string;
  /** Such as `Invalid value: 5: must be less than 3`. */
  readonly message: string;
  /** Such as `FieldValueInvalid`, if it is known. */
  readonly reason?: string;
}

interface Pattern {
  readonly id: string;
  readonly struct: string;
  readonly type: FieldErrorType;
  readonly path: RegExp;
  readonly message: RegExp;
  /** The number of characters that an error must have in common with the rule. */
  readonly weight: number;
}

const patterns: readonly Pattern[] = Object.entries(messages).map(([id, [path, type, detail]]) => {
  const [struct = ""] = id.split("#");
  return { id, struct, type, path: pathPattern(path), message: messagePattern(type, detail), weight: weightOf(detail) };
});

function weightOf(detail: string): number {
  return detail.replaceAll("*", "").length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.+?()[\]{}|*]/g, "\\$&");
}

function pathPattern(path: string): RegExp {
  const names = path
    .split(/(\{[^}]*\}\.?|\[\*\])/)
    .map((part) => (part.startsWith("{") ? ".*" : part === "[*]" ? "\\[[^\\]]*\\]" : escaped(part)))
    .join("");
  // A path that begins with an index, or is empty, follows any other path.
  return new RegExp(`${/^\w|^\$/.test(names) ? "(^|[.\\]])" : ""}${names}$`, "s");
}

function messagePattern(type: FieldErrorType, detail: string): RegExp {
  const text = escaped(errorTitles[type]);
  const details = detail
    .split(/(\*|\{[^}]*\})/)
    .map((part) => (part === "*" ? ".*" : /^\{.*\}$/.test(part) ? `(${part.slice(1, -1)})` : escaped(part)))
    .join("");
  const hasValue = !["Required", "Forbidden", "InternalError", "TooLong"].includes(type);
  const end = detail === "" ? (hasValue ? ".*" : "") : hasValue ? `.*: ${details}` : `: ${details}`;
  return new RegExp(`^${text}${hasValue ? ": " : ""}${end}$`, "s");
}

/** Returns the rules that an error shows: those that have most in common with it. */
function rulesOf({ path, message, reason }: ShownError, structs: readonly string[]): readonly string[] {
  const matching = patterns.filter(
    (pattern) =>
      structs.includes(pattern.struct) &&
      (places[pattern.struct]?.test(path) ?? true) &&
      (reason === undefined || pattern.struct === "CustomResourceCEL" || reason === causeReasons[pattern.type]) &&
      pattern.path.test(path) &&
      pattern.message.test(message),
  );
  const weight = Math.max(...matching.map((pattern) => pattern.weight));
  return matching.filter((pattern) => pattern.weight === weight).map(({ id }) => id);
}

/** Returns the rules that the errors show, as a title has them: ` [JSONSchema#5, JSONSchema#7]`. Empty if they show none. */
export function shownRules(errors: readonly ShownError[], structs: readonly string[]): string {
  const ids = new Set(errors.flatMap((error) => rulesOf(error, structs)));
  return ids.size === 0 ? "" : ` [${[...ids].join(", ")}]`;
}
