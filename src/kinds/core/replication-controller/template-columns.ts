/** Columns of kinds with a Pod template. */
import type { Container, LabelSelector, PodTemplateSpec } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { column } from "../../columns.ts";
import { selectorText } from "../../meta/selectors.ts";
import { mainContainers } from "../container/containers.ts";

/**
 * Returns the columns for the containers and their images.
 * @param templateOf returns the template of an object, if it has one
 */
export function containerColumns<T>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
  { wide = true } = {},
): readonly Column<T>[] {
  const containersOf = (object: T): readonly Container[] => mainContainers(templateOf(object)?.spec);
  return [
    column(
      "Containers",
      "Names of the containers in the template.",
      (object) =>
        containersOf(object)
          .map((one) => one.name)
          .join(","),
      { wide },
    ),
    column(
      "Images",
      "Images of the containers in the template.",
      (object) =>
        containersOf(object)
          .map((one) => one.image ?? "")
          .join(","),
      { wide },
    ),
  ];
}

/**
 * Returns the column for the label selector.
 * @param doc description of the column
 */
export function selectorColumn<T>(doc: string, selectorOf: (object: T) => LabelSelector | null | undefined): Column<T> {
  return column("Selector", doc, (object) => selectorText(selectorOf(object)), { wide: true });
}
