/** Flags that several client commands share, and the options that they describe. */
import type { CustomForm } from "../../cli/index.ts";
import type { FlagSpec, FlagValues, OpenValue } from "../flags/flag-spec.ts";

/** Headings of these flags in help. */
export const flagGroups = { which: "Which objects", behaviour: "Behaviour", printing: "Output" } as const;

const ownForms = [
  { name: "jsonpath", placeholder: "TEMPLATE" },
  { name: "jsonpath-file", placeholder: "FILE" },
  { name: "custom-columns", placeholder: "HEADER:PATH,..." },
  { name: "custom-columns-file", placeholder: "FILE" },
] as const satisfies readonly OpenValue[];
const ownFormsDoc =
  "jsonpath=TEMPLATE: text with paths in braces, such as '{.metadata.name}'; custom-columns=HEADER:PATH,...: a " +
  "table with these columns, such as NAME:.metadata.name; jsonpath-file=FILE and custom-columns-file=FILE read " +
  "them from a file.";

/** Objects in one page of a list. Large enough for few requests, small enough for the memory of the server. */
const chunkSizeDefault = 500;

/** `--filename`, of commands that read manifests. */
export const filename = {
  name: "filename",
  short: "f",
  type: "list",
  default: [],
  placeholder: "FILE",
  group: flagGroups.which,
  doc: "Files and folders with manifests; - is standard input.",
} as const satisfies FlagSpec;

/** `--recursive`, of commands that read manifests. */
export const recursiveFolders = {
  name: "recursive",
  short: "R",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "Also read the subfolders of folders.",
} as const satisfies FlagSpec;

/** `--all-namespaces`, of commands that select objects. */
export const allNamespaces = {
  name: "all-namespaces",
  short: "A",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "Objects in all namespaces.",
} as const satisfies FlagSpec;

/** `--selector`, which selects objects by labels. */
export const selector = {
  name: "selector",
  short: "l",
  type: "string",
  placeholder: "LABELS",
  group: flagGroups.which,
  doc: "Objects with these labels: app=web,tier!=back or 'app in (web,shop)'.",
} as const satisfies FlagSpec;

/** `--field-selector`, which selects objects by fields. */
export const fieldSelector = {
  name: "field-selector",
  type: "string",
  placeholder: "FIELDS",
  group: flagGroups.which,
  doc: "Objects with these field values: metadata.name=web. The type determines which fields can be selected.",
} as const satisfies FlagSpec;

/** `--all`, of commands that change objects and require a selection. */
export const all = {
  name: "all",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "All objects of the types.",
} as const satisfies FlagSpec;

/** `--ignore-not-found`, of commands that name objects. */
export const ignoreNotFound = {
  name: "ignore-not-found",
  type: "boolean",
  default: false,
  group: flagGroups.which,
  doc: "A missing object is not an error.",
} as const satisfies FlagSpec;

/** `--watch-only`, of commands that show changes. */
export const watchOnly = {
  name: "watch-only",
  type: "boolean",
  default: false,
  group: flagGroups.behaviour,
  doc: "Show only changes, without the existing objects.",
} as const satisfies FlagSpec;

/** `--chunk-size`, of commands that list objects. */
export const chunkSize = {
  name: "chunk-size",
  type: "integer",
  default: chunkSizeDefault,
  min: 0,
  max: 1_000_000,
  unit: "objects",
  group: flagGroups.behaviour,
  doc: "Request this many objects at a time; 0 requests all at once.",
} as const satisfies FlagSpec;

/** `--force-conflicts`, of commands that use server-side apply. */
export const forceConflicts = {
  name: "force-conflicts",
  type: "boolean",
  default: false,
  group: flagGroups.behaviour,
  doc: "Take over fields that other field managers own.",
} as const satisfies FlagSpec;

/** `--validate`, of commands that send whole objects or patches. */
export const validate = {
  name: "validate",
  type: "enum",
  values: ["strict", "warn", "ignore"],
  default: "strict",
  group: flagGroups.behaviour,
  doc: "How unknown and repeated fields are handled: strict rejects them, warn reports them, ignore drops them.",
} as const satisfies FlagSpec;

/** `--dry-run`, of commands that write. */
export const dryRun = {
  name: "dry-run",
  type: "enum",
  values: ["none", "client", "server"],
  default: "none",
  group: flagGroups.behaviour,
  doc:
    "server: process the request without storing the result, and print the result; client: send no write, and " +
    "print what would be sent.",
} as const satisfies FlagSpec;

/** `--field-manager`, of commands that write fields. */
export const fieldManager = {
  name: "field-manager",
  type: "string",
  placeholder: "NAME",
  default: "orch",
  group: flagGroups.behaviour,
  doc: "Field manager that owns the written fields.",
} as const satisfies FlagSpec;

/** `--output` of commands that show objects: also wide tables. */
const outputTableOrDocuments = {
  name: "output",
  short: "o",
  type: "enum",
  values: ["yaml", "json", "name", "wide"],
  openValues: ownForms,
  group: flagGroups.printing,
  doc:
    `yaml or json: the objects; name: only their names; wide: all columns of the table; ${ownFormsDoc} Default: ` +
    "the most important columns.",
} as const satisfies FlagSpec;

/** `--output` of commands that write objects: documents or names. */
const outputDocuments = {
  name: "output",
  short: "o",
  type: "enum",
  values: ["yaml", "json", "name"],
  openValues: ownForms,
  group: flagGroups.printing,
  doc:
    `yaml or json: the objects; name: only their names; ${ownFormsDoc} Default: one line per object with the ` +
    "result.",
} as const satisfies FlagSpec;

/** `--output` of commands whose result is one document. */
const outputResult = {
  name: "output",
  short: "o",
  type: "enum",
  values: ["yaml", "json"],
  openValues: ownForms,
  group: flagGroups.printing,
  doc: `yaml or json: the whole response of the server; ${ownFormsDoc} Default: only the result.`,
} as const satisfies FlagSpec;

/** `--allow-missing-template-keys`, of commands with templates. */
const allowMissingTemplateKeys = {
  name: "allow-missing-template-keys",
  type: "boolean",
  default: true,
  group: flagGroups.printing,
  doc: "With jsonpath, missing fields print nothing; with =false they are an error.",
} as const satisfies FlagSpec;

/** `--show-labels`, of commands that print tables. */
const showLabels = {
  name: "show-labels",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "Add a column with all labels.",
} as const satisfies FlagSpec;

/** `--label-columns`, of commands that print tables. */
const labelColumns = {
  name: "label-columns",
  short: "L",
  type: "list",
  default: [],
  placeholder: "LABEL",
  group: flagGroups.printing,
  doc: "Add a column for each of these labels.",
} as const satisfies FlagSpec;

/** `--no-headers`, of commands that print tables. */
export const noHeaders = {
  name: "no-headers",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "Omit the column headers.",
} as const satisfies FlagSpec;

/** `--show-managed-fields`, of commands that print documents. */
const showManagedFields = {
  name: "show-managed-fields",
  type: "boolean",
  default: false,
  group: flagGroups.printing,
  doc: "With YAML and JSON, include metadata.managedFields; `orch owners` shows them in readable form.",
} as const satisfies FlagSpec;

/** Flags of commands that read manifests of objects on the server. `manifestsOf` reads their values. */
export const manifestFlags = [filename, recursiveFolders] as const;

/** Flags of commands that select objects. `selectionOf` reads their values. */
export const selectionFlags = [allNamespaces, selector, fieldSelector, chunkSize] as const;

/** Flags of commands that write whole objects or patches. `writingOf` reads their values. */
export const writingFlags = [validate, dryRun, fieldManager] as const;

/** Flags of commands that print written objects. `formOf` reads their values. */
export const documentFlags = [outputDocuments, allowMissingTemplateKeys] as const;

/** Flags of commands whose result is one document. `formOf` reads their values. */
export const resultFlags = [outputResult, allowMissingTemplateKeys] as const;

/** Flags of commands that print tables or documents. `tableFormOf` reads their values. */
export const tableFlags = [
  outputTableOrDocuments,
  allowMissingTemplateKeys,
  showLabels,
  labelColumns,
  noHeaders,
  showManagedFields,
] as const;

type ValuesOf<Flags extends readonly FlagSpec[]> = FlagValues<Flags[number]>;

/** Returns the files and folders that a command reads. */
export function manifestsOf(values: ValuesOf<typeof manifestFlags>): {
  readonly files: readonly string[];
  readonly recursive: boolean;
} {
  return { files: values.filename, recursive: values.recursive };
}

/** Manifests of a command that reads none. */
export const noManifests = { files: [], recursive: false } as const;

/** Returns which objects a command selects, besides the names among its words. */
export function selectionOf(values: ValuesOf<typeof selectionFlags>): {
  readonly allNamespaces: boolean;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly chunkSize: number;
} {
  return {
    allNamespaces: values["all-namespaces"],
    labelSelector: values.selector,
    fieldSelector: values["field-selector"],
    chunkSize: values["chunk-size"],
  };
}

/** Values of the query parameter `fieldValidation`, by the values of `--validate`. */
export const fieldValidations = { strict: "Strict", warn: "Warn", ignore: "Ignore" } as const;

/** Returns how a command writes: whether it stores, as which field manager, and what it does with unknown fields. */
export function writingOf(values: ValuesOf<typeof writingFlags>): {
  readonly dryRun: "none" | "client" | "server";
  readonly fieldManager: string;
  readonly fieldValidation: (typeof fieldValidations)[keyof typeof fieldValidations];
} {
  return {
    dryRun: values["dry-run"],
    fieldManager: values["field-manager"],
    fieldValidation: fieldValidations[values.validate],
  };
}

/** Returns the form of documents, and what template paths without a value print. */
export function formOf(values: ValuesOf<typeof documentFlags>): {
  readonly output: DocumentForm | undefined;
  readonly missingKeys: "nothing" | "error";
} {
  return {
    output: documentForm(values.output),
    missingKeys: values["allow-missing-template-keys"] ? "nothing" : "error",
  };
}

/** Returns the form of documents or tables. Without an `output` a table is printed. */
export function tableFormOf(values: ValuesOf<typeof tableFlags>): ReturnType<typeof formOf> & {
  readonly isWide: boolean;
  readonly hasHeaders: boolean;
  readonly showLabels: boolean;
  readonly labelColumns: readonly string[];
  readonly showManagedFields: boolean;
} {
  const isWide = values.output === "wide";
  return {
    ...formOf({ ...values, output: values.output === "wide" ? undefined : values.output }),
    isWide,
    hasHeaders: !values["no-headers"],
    showLabels: values["show-labels"],
    labelColumns: values["label-columns"],
    showManagedFields: values["show-managed-fields"],
  };
}

type DocumentForm = "yaml" | "json" | "name" | CustomForm;

function documentForm(output: string | undefined): DocumentForm | undefined {
  if (output === undefined || output === "yaml" || output === "json" || output === "name") return output;
  const equals = output.indexOf("=");
  return { name: output.slice(0, equals) as CustomForm["name"], value: output.slice(equals + 1) };
}
