/** Default classes, which apply to objects that do not name a class. */
import type { ApiObject } from "../../meta/object-meta.ts";
import type { NameToken } from "../../meta/vocabulary.ts";
import type { Column } from "../../schema/index.ts";
import { column, nameOf } from "../columns.ts";

/**
 * Returns the column with the name, which marks a default class.
 * @param marks annotations, each of which marks a default class
 */
export function classNameColumn(marks: readonly NameToken[]): Column<ApiObject> {
  return column(
    "Name",
    "Name of the class, and whether it is the default.",
    (object, { vocabulary }) => {
      const { annotations = {} } = object.metadata;
      const isDefault = marks.some((mark) => annotations[vocabulary.bind(mark)] === "true");
      return isDefault ? `${nameOf(object)} (default)` : nameOf(object);
    },
    { format: "name" },
  );
}
