/** Columns of kinds that make Pods from a template. */
import type { Container, LabelSelector, PodTemplateSpec } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { column } from "../../columns.ts";
import { selectorText } from "../../meta/selectors.ts";
import { mainContainers } from "../container/containers.ts";

/** @param templateOf the template, where the object has one */
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

/** @param doc whose Pods are meant */
export function selectorColumn<T>(doc: string, selectorOf: (object: T) => LabelSelector | null | undefined): Column<T> {
  return column("Selector", doc, (object) => selectorText(selectorOf(object)), { wide: true });
}
