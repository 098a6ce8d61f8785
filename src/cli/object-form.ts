/** How objects are printed, as `-o` says: documents, and forms of somebody's own. */
import { ColumnsOutput, readColumnLines, readColumns } from "./columns-output.ts";
import { ListOutput } from "./list-output.ts";
import { readTextFile } from "./manifest-files.ts";
import type { ObjectPrinter } from "./object-printer.ts";
import { PathTemplate } from "./paths/path-template.ts";
import { TemplateOutput } from "./template-output.ts";
import type { Screen } from "./terminal.ts";

/** A template or columns, or the file with them. */
export interface OwnForm {
  readonly name: "jsonpath" | "jsonpath-file" | "custom-columns" | "custom-columns-file";
  readonly value: string;
}

/** `name`: names alone; undefined: the form in which the command speaks by itself. */
export type ObjectOutput = "yaml" | "json" | "name" | OwnForm | undefined;

export interface FormOptions {
  readonly output: ObjectOutput;
  /** Of fields that a template names and an object has not. Default: nothing is printed in their place. */
  readonly missingKeys?: "nothing" | "error";
  /** Of columns. Default: they have. */
  readonly hasHeaders?: boolean;
}

export interface PrinterOptions {
  readonly showManagedFields: boolean;
  /** The only object of a command that asks for one: not in a list. */
  readonly isSingle: boolean;
}

/** Makes the printer of one run. */
export type ObjectForm = (options: PrinterOptions) => ObjectPrinter;

/** @returns undefined where objects are not printed themselves @throws CommandError, before anything is asked or done */
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
