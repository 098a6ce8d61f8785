/** Columns that many kinds share, and a short way to declare the others. */
import { humanAge } from "../meta/human-duration.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Column, MovingCell } from "../schema/index.ts";

export interface ColumnOptions {
  /** Default: string. */
  readonly type?: Column<unknown>["type"];
  /** Shown in wide output only. */
  readonly wide?: boolean;
  readonly format?: string;
}

export function column<T>(
  name: string,
  doc: string,
  cell: Column<T>["cell"],
  { type = "string", wide = false, format = "" }: ColumnOptions = {},
): Column<T> {
  return { name, type, format, doc, priority: wide ? 1 : 0, cell };
}

/** The column that identifies the row. */
export const nameColumn: Column<ApiObject> = column("Name", "Name of the object.", nameOf, { format: "name" });

export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? "";
}

export const ageColumn: Column<ApiObject> = column("Age", "How long ago the object was created.", ({ metadata }) =>
  ageOf(metadata.creationTimestamp),
);

/** How long ago a time was. @param timestamp RFC 3339 */
export function ageOf(timestamp: string | null | undefined): MovingCell {
  return humanAge(timestamp);
}

/** Whether a deletion of the object is under way. */
export function isTerminating({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
