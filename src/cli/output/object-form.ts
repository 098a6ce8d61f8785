/** Output formats of objects, as selected by `-o`: JSON and YAML documents, templates and custom columns. */

import { PathTemplate } from "../paths/path-template.ts";
import { readTextFile } from "../selection/manifest-files.ts";
import type { Screen } from "../terminal.ts";
import { ColumnsOutput, readColumnLines, readColumns } from "./columns-output.ts";
import { ListOutput } from "./list-output.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import { TemplateOutput } from "./template-output.ts";

/** A template or custom columns, or the name of a file that contains them. */
export interface CustomForm {
  readonly name: "jsonpath" | "jsonpath-file" | "custom-columns" | "custom-columns-file";
  readonly value: string;
}

/** `name` prints only names. Undefined: the default output of the command. */
export type ObjectOutput = "yaml" | "json" | "name" | CustomForm | undefined;

/** Whether the output is a table with custom columns, so that each item of a result is a row. */
export function hasColumns(output: ObjectOutput): boolean {
  return typeof output === "object" && output.name.startsWith("custom-columns");
}

/** Flags of output formats. */
export interface FormOptions {
  readonly output: ObjectOutput;
  /** How a template treats a field that the object lacks: it prints nothing, or fails. Default: nothing. */
  readonly missingKeys?: "nothing" | "error";
  /** Whether columns have headers. Default: true. */
  readonly hasHeaders?: boolean;
}

/** How a printer shows the objects of one run. */
export interface PrinterOptions {
  readonly showManagedFields: boolean;
  /** Whether the command requested a single object. It is then printed without a List. */
  readonly isSingle: boolean;
}

/** Creates the printer for one run of a command. */
export type ObjectForm = (options: PrinterOptions) => ObjectPrinter;

/**
 * Parses the output format. @returns undefined if no objects are printed @throws CommandError, before the command sends
 * requests
 */
export async function readForm(options: FormOptions, terminal: Screen): Promise<ObjectForm | undefined> {
  const { output } = options;
  if (output === undefined || output === "name") return undefined;
  if (output === "yaml" || output === "json") {
    return (printer) => new ListOutput(terminal, { ...printer, form: output });
  }
  const origin = `-o ${output.name}`;
  const { missingKeys: missing = "nothing", hasHeaders = true } = options;
  const isFile = output.name.endsWith("-file");
  const text = isFile ? await readTextFile(output.value, terminal) : output.value;
  if (output.name === "jsonpath" || output.name === "jsonpath-file") {
    const template = new PathTemplate(text, origin);
    return ({ isSingle }) => new TemplateOutput(terminal, { template, missing, isSingle });
  }
  const columns = isFile ? readColumnLines(text, `${origin}=${output.value}`) : readColumns(text, origin);
  return ({ isSingle }) => new ColumnsOutput(terminal, { columns, hasHeaders, isSingle });
}
