/** Classes that stand in where nobody names one. */
import type { ApiObject } from "../../meta/object-meta.ts";
import type { NameToken } from "../../meta/vocabulary.ts";
import type { Column } from "../../schema/index.ts";
import { column, nameOf } from "../columns.ts";

/** The name, and whether the class is marked as the default. @param marks annotations, any of which makes it one */
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
