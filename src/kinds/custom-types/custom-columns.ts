/** The columns of Tables of a custom type. */
import type { CustomResourceColumnDefinition } from "../../api/apiextensions/v1/custom-resource-definition-version.ts";
import { humanAge } from "../../meta/human-duration.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { findValues, type Part, parseTemplate, printedInTemplate, TemplateError } from "../../paths/index.ts";
import type { Cell, Column, MovingCell } from "../../schema/index.ts";
import { ageColumn, nameColumn } from "../columns.ts";

/** Maximum number of values that the path of a cell visits. */
const valuesMax = 10_000;

/**
 * Returns the columns of a Table: by default, name and age. As in the reference, columns after one with an invalid path are not
 * shown.
 */
export function customColumns(definitions: readonly CustomResourceColumnDefinition[]): readonly Column<ApiObject>[] {
  if (definitions.length === 0) return [nameColumn, { ...ageColumn, type: "date" }];
  const columns: Column<ApiObject>[] = [nameColumn];
  for (const definition of definitions) {
    const path = parsedPath(definition.jsonPath);
    if (!path) break;
    columns.push(columnOf(definition, path));
  }
  return columns;
}

function parsedPath(text: string): readonly Part[] | undefined {
  try {
    return parseTemplate(`{${text}}`);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function columnOf(definition: CustomResourceColumnDefinition, path: readonly Part[]): Column<ApiObject> {
  const { name, type, format = "", description = "", priority = 0, jsonPath } = definition;
  return {
    name,
    type: type as Column<ApiObject>["type"],
    format,
    doc: description === "" ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description,
    priority,
    cell: (object) => cellOf(type, firstValue(path, object)),
  };
}

/** Returns the first value at the path. Undefined if there is none. */
function firstValue(path: readonly Part[], object: ApiObject): unknown {
  try {
    return findValues(path, object, { missing: "nothing", valuesMax })[0]?.[0];
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

function cellOf(type: string, value: unknown): Cell | MovingCell {
  if (value === undefined) return null;
  switch (type) {
    case "string":
      return textCell(value);
    case "integer":
      return typeof value === "bigint" ? value : typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? ageCell(value) : null;
    default:
      return null;
  }
}

function textCell(value: unknown): Cell {
  try {
    // As in the reference, null has no text.
    return printedInTemplate(value ?? undefined);
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

function ageCell(timestamp: string): Cell | MovingCell {
  try {
    return humanAge(timestamp);
  } catch (error) {
    if (error instanceof ParseError) return "<invalid>";
    throw error;
  }
}
