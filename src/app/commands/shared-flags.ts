/** Flags that several client commands share, and the options that they describe. */
import type { CustomForm } from "../../cli/index.ts";
import type { FlagSpec, OpenValue } from "../flags/flag-spec.ts";

/** Headings of these flags in help. */
export const flagGroups = { which: "Which objects", behaviour: "Behaviour", printing: "Output" } as const;

const ownForms = [
  { name: "jsonpath", placeholder: "TEMPLATE" },
  { name: "jsonpath-file", placeholder: "FILE" },
  { name: "custom-columns", placeholder: "HEADER:PATH,..." },
  { name: "custom-columns-file", placeholder: "FILE" },
] as const satisfies readonly OpenValue[];
const ownFormsDoc =
  "jsonpath=TEMPLATE: text with paths in braces, as in '{.metadata.name}'; custom-columns=HEADER:PATH,...: a table of your " +
  "own, as in NAME:.metadata.name; jsonpath-file=FILE and custom-columns-file=FILE read them from a file.";

/** Objects in one page of a list. Large enough for few requests, small enough for the memory of the server. */
const chunkSizeDefault = 500;

/** `--filename`. */
export const filename = {
  name: "filename",
  short: "f",
  type: "list",
  default: [],
  placeholder: "FILE",
  group: flagGroups.which,
  doc: "Files and folders with manifests; - is standard input.",
} as const satisfies FlagSpec;

/** `--recursive`. */
export const recursiveFolders = {
  name: "recursive",
  short: "R",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "Look into the folders of a folder as well.",
} as const satisfies FlagSpec;

/** `--all-namespaces`. */
export const allNamespaces = {
  name: "all-namespaces",
  short: "A",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "Objects of all namespaces.",
} as const satisfies FlagSpec;

/** `--selector`. */
export const selector = {
  name: "selector",
  short: "l",
  type: "string",
  placeholder: "LABELS",
  group: flagGroups.which,
  doc: "Objects with these labels, as in app=web,tier!=back or 'app in (web,shop)'.",
} as const satisfies FlagSpec;

/** `--field-selector`. */
export const fieldSelector = {
  name: "field-selector",
  type: "string",
  placeholder: "FIELDS",
  group: flagGroups.which,
  doc: "Objects with these values of fields, as in metadata.name=web. Which fields can be asked for depends on the type.",
} as const satisfies FlagSpec;

/** `--all`. */
export const all = {
  name: "all",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "All objects of the types.",
} as const satisfies FlagSpec;

/** `--ignore-not-found`. */
export const ignoreNotFound = {
  name: "ignore-not-found",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "What does not exist is no failure.",
} as const satisfies FlagSpec;

/** `--watch-only`. */
export const watchOnly = {
  name: "watch-only",
  type: "boolean",
  default: false,
  group: flagGroups.behaviour,
  doc: "Changes from now on alone, without what there is.",
} as const satisfies FlagSpec;

/** `--chunk-size`. */
export const chunkSize = {
  name: "chunk-size",
  type: "integer",
  default: chunkSizeDefault,
  min: 0,
  max: 1_000_000,
  unit: "objects",
  group: flagGroups.behaviour,
  doc: "Ask for so many objects at a time; 0: for all at once.",
} as const satisfies FlagSpec;

/** `--force-conflicts`. */
export const forceConflicts = {
  name: "force-conflicts",
  type: "boolean",
  default: false,
  group: flagGroups.behaviour,
  doc: "Take fields from whoever owns them.",
} as const satisfies FlagSpec;

/** `--validate`. */
export const validate = {
  name: "validate",
  type: "enum",
  values: ["strict", "warn", "ignore"],
  default: "strict",
  group: flagGroups.behaviour,
  doc: "What becomes of fields that there are not, and of repeated ones: refused, told, or dropped.",
} as const satisfies FlagSpec;

/** `--dry-run`. */
export const dryRun = {
  name: "dry-run",
  type: "enum",
  values: ["none", "client", "server"],
  default: "none",
  group: flagGroups.behaviour,
  doc:
    "server: go the whole way but for the store, and answer what would come of it; client: send nothing that writes, and " +
    "print what would be sent.",
} as const satisfies FlagSpec;

/** `--field-manager`. */
export const fieldManager = {
  name: "field-manager",
  type: "string",
  placeholder: "NAME",
  default: "orch",
  group: flagGroups.behaviour,
  doc: "As whom fields are owned.",
} as const satisfies FlagSpec;

/** `--output`. */
export const outputTableOrDocuments = {
  name: "output",
  short: "o",
  type: "enum",
  values: ["yaml", "json", "name", "wide"],
  openValues: ownForms,
  group: flagGroups.printing,
  doc:
    "yaml or json: objects as such; name: their names alone; wide: all columns of the table; " +
    `${ownFormsDoc} Default: the columns that matter most.`,
} as const satisfies FlagSpec;

/** `--output`. */
export const outputDocuments = {
  name: "output",
  short: "o",
  type: "enum",
  values: ["yaml", "json", "name"],
  openValues: ownForms,
  group: flagGroups.printing,
  doc:
    `yaml or json: the objects; name: their names alone; ${ownFormsDoc} Default: a line for each object that says what ` +
    "has happened.",
} as const satisfies FlagSpec;

/** `--allow-missing-template-keys`. */
export const allowMissingTemplateKeys = {
  name: "allow-missing-template-keys",
  type: "boolean",
  default: true,
  group: flagGroups.printing,
  doc: "With jsonpath, nothing is printed in the place of fields that an object has not; with =false they are an error.",
} as const satisfies FlagSpec;

/** `--show-labels`. */
export const showLabels = {
  name: "show-labels",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "A column with all labels.",
} as const satisfies FlagSpec;

/** `--label-columns`. */
export const labelColumns = {
  name: "label-columns",
  short: "L",
  type: "list",
  default: [],
  placeholder: "LABEL",
  group: flagGroups.printing,
  doc: "A column for each of these labels.",
} as const satisfies FlagSpec;

/** `--no-headers`. */
export const noHeaders = {
  name: "no-headers",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "Leave out the names of the columns.",
} as const satisfies FlagSpec;

/** `--show-managed-fields`. */
export const showManagedFields = {
  name: "show-managed-fields",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "With YAML and JSON, metadata.managedFields as well; `orch owners` shows them to people.",
} as const satisfies FlagSpec;

/**
 * Returns the form in which objects are printed. Undefined for the default table, also in its wide form.
 * @param output value of `--output`
 */
export function formOf(output: string | undefined): "yaml" | "json" | "name" | CustomForm | undefined {
  if (output === undefined || output === "wide") return undefined;
  if (output === "yaml" || output === "json" || output === "name") return output;
  const equals = output.indexOf("=");
  return { name: output.slice(0, equals) as CustomForm["name"], value: output.slice(equals + 1) };
}

/** Returns what template paths without a value print. */
export function missingKeysOf(values: { readonly "allow-missing-template-keys": boolean }): "nothing" | "error" {
  return values["allow-missing-template-keys"] ? "nothing" : "error";
}

/** Values of the query parameter `fieldValidation`, by the values of `--validate`. */
export const fieldValidations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;
