/** Columns that many kinds share, and a function that declares others. */
import { humanAge } from "../meta/human-duration.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Column, MovingCell } from "../schema/index.ts";

/** Optional parts of a column. */
export interface ColumnOptions {
  /** Default: string. */
  readonly type?: Column<unknown>["type"];
  /** Whether only the wide output shows the column. Default: false. */
  readonly wide?: boolean;
  readonly format?: string;
}

/**
 * Returns a column of a Table.
 * @param doc description that clients see
 * @param cell returns the content of the column for an object
 */
export function column<T>(
  name: string,
  doc: string,
  cell: Column<T>["cell"],
  { type = "string", wide = false, format = "" }: ColumnOptions = {},
): Column<T> {
  return { name, type, format, doc, priority: wide ? 1 : 0, cell };
}

/** Column with the name of the object. */
export const nameColumn: Column<ApiObject> = column("Name", "Name of the object.", nameOf, { format: "name" });

/** Returns the name of an object. Empty if it has none. */
export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? "";
}

/** Column with the age of the object. */
export const ageColumn: Column<ApiObject> = column("Age", "How long ago the object was created.", ({ metadata }) =>
  ageOf(metadata.creationTimestamp),
);

/**
 * Returns a cell with the time since a timestamp.
 * @param timestamp RFC 3339
 */
export function ageOf(timestamp: string | null | undefined): MovingCell {
  return humanAge(timestamp);
}

/** Whether the object is being deleted. */
export function isTerminating({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
