/** Writes objects as rows of a Table, with the columns of their kind. */

import type { CachedObject } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import { formatFieldError, invalidField } from "../../meta/field-error.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { parseObject } from "../../registry/index.ts";
import type { Cell, CellContext, Column, HookContext, MovingCell } from "../../schema/index.ts";
import type { Call } from "../requests/call.ts";
import { textParameter } from "../requests/query-parameters.ts";
import type { TableType } from "../served/table-type.ts";
import { itemText, type JsonItem, textItem, wholeItem, wrapItem } from "./json-item.ts";
import { metadataItem, metadataSource } from "./partial-metadata.ts";

/** How much of its object a row contains besides the cells. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** Format of a Table. */
export interface TableForm {
  /** API version in the client's spelling: `meta.orch.io/v1`. */
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

/**
 * Returns the requested format of a Table.
 * @throws StatusError 400
 */
export function readTableForm(call: Call, apiVersion: string): TableForm {
  const includeObject = textParameter(call, "includeObject");
  if (includeObject !== "" && includeObject !== "None" && includeObject !== "Metadata" && includeObject !== "Object") {
    const error = invalidField("includeObject", includeObject, "must be 'Metadata', 'Object', 'None', or empty");
    throw badRequest(`Unable to convert to Table as requested: ${formatFieldError(error)}`);
  }
  return { apiVersion, includeObject: includeObject === "" ? "Metadata" : includeObject };
}

/** Returns the `columnDefinitions` of a Table. */
export function columnDefinitions(tableType: TableType): readonly object[] {
  return columnsOf(tableType).map(({ name, type, format, doc, priority }) => ({
    name,
    type,
    format,
    description: doc,
    priority,
  }));
}

/** Returns the objects in the order of their rows. */
export function sortByRow(tableType: TableType, objects: readonly CachedObject[]): readonly CachedObject[] {
  const { rowOrder } = tableType;
  if (!rowOrder) return objects;
  const rows = objects.map((object) => ({ object, parsed: parseForRow(tableType, object) }));
  return rows.sort((one, other) => rowOrder(one.parsed, other.parsed)).map(({ object }) => object);
}

function parseForRow(tableType: TableType, object: CachedObject): ApiObject {
  return tableType.parseForRow?.(object) ?? parseObject(object);
}

/** Returns the row of an object in JSON. */
export function tableRow(tableType: TableType, object: CachedObject, form: TableForm, context: HookContext): JsonItem {
  const cacheKey = tableType.rowCacheKey ?? "row";
  let row = object.peekDerived<Row>(cacheKey);
  // The definition of a custom type can change the columns while the objects stay in the cache.
  if (row?.tableType !== tableType) {
    row = makeRow(tableType, object, context);
    object.setDerived(cacheKey, row);
  }
  return wrapItem(rowHead(row, context.nowMs), rowObject(tableType, object, form), "}");
}

/**
 * The part of a row that does not depend on the request. It is created once for each version of an object and cached
 * with it.
 */
interface Row {
  /** The type whose columns the cells have. */
  readonly tableType: TableType;
  /** JSON of adjacent constant cells, and cells whose value depends on the current time, such as ages. */
  readonly cells: readonly (string | MovingCell)[];
  /** The member `conditions`, with a comma in front. Empty if there are no conditions. */
  readonly conditions: string;
}

function makeRow(tableType: TableType, object: CachedObject, context: CellContext): Row {
  const parsed = parseForRow(tableType, object);
  const conditions = tableType.rowConditions?.(parsed) ?? [];
  return {
    tableType,
    cells: rowCells(columnsOf(tableType).map(({ cell }) => cell(parsed, context))),
    conditions: conditions.length > 0 ? `,"conditions":${stringifyJson(conditions)}` : "",
  };
}

function rowCells(cells: readonly (Cell | MovingCell)[]): readonly (string | MovingCell)[] {
  const parts: (string | MovingCell)[] = [];
  let constantCells: Cell[] = [];
  const flushConstantCells = (): void => {
    // Adjacent cells become one string, which takes less memory than several joined ones.
    if (constantCells.length > 0) parts.push(stringifyJson(constantCells).slice(1, -1));
    constantCells = [];
  };
  for (const cell of cells) {
    if (typeof cell !== "function") {
      constantCells.push(cell);
    } else {
      flushConstantCells();
      parts.push(cell);
    }
  }
  flushConstantCells();
  return parts;
}

function rowHead({ cells, conditions }: Row, nowMs: number): string {
  let text = '{"cells":[';
  let separator = "";
  for (const cell of cells) {
    text += separator + (typeof cell === "string" ? cell : stringifyJson(cell(nowMs)));
    separator = ",";
  }
  return `${text}]${conditions},"object":`;
}

function rowObject(tableType: TableType, object: CachedObject, { apiVersion, includeObject }: TableForm): JsonItem {
  if (includeObject === "None") return textItem("null");
  if (includeObject === "Object") return wholeItem(tableType.toDocument?.(object) ?? object);
  return metadataItem(metadataSource(tableType, object), apiVersion);
}

function columnsOf({ columns }: TableType): readonly Column<ApiObject>[] {
  return columns ?? defaultColumns;
}

/**
 * Returns a Table with one row, in JSON.
 * @param showColumns false if the client already has the column definitions
 */
export function oneRowTable(
  tableType: TableType,
  object: CachedObject,
  form: TableForm,
  { showColumns }: { readonly showColumns: boolean },
): string {
  const columns = showColumns ? stringifyJson(columnDefinitions(tableType)) : "null";
  // An object that is not stored has no revision.
  const metadata = object.revision === 0 ? "{}" : `{"resourceVersion":"${object.revision}"}`;
  const head = `{"kind":"Table","apiVersion":"${form.apiVersion}","metadata":${metadata}`;
  const row = itemText(tableRow(tableType, object, form, tableType.hookContext()));
  return `${head},"columnDefinitions":${columns},"rows":[${row}]}`;
}
