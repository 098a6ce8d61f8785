/** Objects as rows of a Table, by the columns of their kind. */

import type { CachedObject } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import { formatFieldError, invalidField } from "../../meta/field-error.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { parseObject } from "../../registry/index.ts";
import type { CellContext, Column, HookContext, MovingCell, RowCondition } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import { textParameter } from "../query-parameters.ts";
import { partialMetadata } from "./partial-metadata.ts";

/** What a row carries besides its cells. */
export type IncludeObject = "None" | "Metadata" | "Object";

export interface TableForm {
  /** `meta.orch.io/v1`. */
  readonly apiVersion: string;
  readonly includeObject: IncludeObject;
}

/** The columns of kinds that declare none. */
const defaultColumns: readonly Column<ApiObject>[] = [
  {
    name: "Name",
    type: "string",
    format: "name",
    priority: 0,
    doc: "Name of the object.",
    cell: ({ metadata }) => metadata.name ?? "",
  },
  {
    name: "Created At",
    type: "date",
    format: "",
    priority: 0,
    doc: "When the object was created.",
    cell: ({ metadata }) => metadata.creationTimestamp ?? null,
  },
];

/** How objects become rows. */
export interface TableShape {
  /** Absent: name and creation time. */
  readonly columns: readonly Column<ApiObject>[] | undefined;
  readonly rowConditions?: ((object: ApiObject) => readonly RowCondition[]) | undefined;
  hookContext(): HookContext;
}

/** @throws StatusError 400 */
export function readTableForm(call: Call, apiVersion: string): TableForm {
  const asked = textParameter(call, "includeObject");
  if (asked !== "" && asked !== "None" && asked !== "Metadata" && asked !== "Object") {
    const error = invalidField("includeObject", asked, "must be 'Metadata', 'Object', 'None', or empty");
    throw badRequest(`Unable to convert to Table as requested: ${formatFieldError(error)}`);
  }
  return { apiVersion, includeObject: asked === "" ? "Metadata" : asked };
}

/** The `columnDefinitions` of a Table. */
export function columnDefinitions(shape: TableShape): readonly object[] {
  return columnsOf(shape).map(({ name, type, format, doc, priority }) => ({
    name,
    type,
    format,
    description: doc,
    priority,
  }));
}

/** One row, in JSON. */
export function tableRow(shape: TableShape, object: CachedObject, form: TableForm, context: HookContext): string {
  const parts = object.derived("row", () => rowParts(shape, object, context));
  let row = "";
  for (const part of parts) row += typeof part === "string" ? part : stringifyJson(part(context.nowMs));
  return `${row}${rowObject(object, form)}}`;
}

/** A row up to its object: text, and the cells that move on with time. Made once for each version of an object. */
function rowParts(shape: TableShape, object: CachedObject, context: CellContext): readonly (string | MovingCell)[] {
  const parsed = parseObject(object);
  const parts: (string | MovingCell)[] = [];
  let text = '{"cells":[';
  for (const [index, column] of columnsOf(shape).entries()) {
    if (index > 0) text += ",";
    const cell = column.cell(parsed, context);
    if (typeof cell === "function") {
      parts.push(text, cell);
      text = "";
    } else {
      text += stringifyJson(cell);
    }
  }
  const conditions = shape.rowConditions?.(parsed) ?? [];
  const conditionsMember = conditions.length > 0 ? `,"conditions":${stringifyJson(conditions)}` : "";
  return [...parts, `${text}]${conditionsMember},"object":`];
}

function rowObject(object: CachedObject, { apiVersion, includeObject }: TableForm): string {
  switch (includeObject) {
    case "None":
      return "null";
    case "Object":
      return object.bytes.toString("utf8");
    case "Metadata":
      return partialMetadata(object, apiVersion);
  }
}

function columnsOf({ columns }: TableShape): readonly Column<ApiObject>[] {
  return columns ?? defaultColumns;
}

/** A Table of one row, in JSON. @param showColumns false where the client knows them already */
export function oneRowTable(
  shape: TableShape,
  object: CachedObject,
  form: TableForm,
  { showColumns }: { readonly showColumns: boolean },
): string {
  const columns = showColumns ? stringifyJson(columnDefinitions(shape)) : "null";
  const head = `{"kind":"Table","apiVersion":"${form.apiVersion}","metadata":{"resourceVersion":"${object.revision}"}`;
  return `${head},"columnDefinitions":${columns},"rows":[${tableRow(shape, object, form, shape.hookContext())}]}`;
}
