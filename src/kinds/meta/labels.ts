/** Rules of labels and annotations outside of an object's metadata, such as those of templates and selectors. */

import type { Labels } from "../../meta/label-requirement.ts";
import { annotationErrors, labelErrors } from "../../meta/label-rules.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

/**
 * Reports invalid labels.
 * @param part path of the labels from the value of `context`
 */
export function reportLabels(context: ValidationContext, part: string, labels: Labels | undefined): void {
  for (const error of labelErrors(labels, () => at(context, part))) context.report(error);
}

/**
 * Reports invalid annotations.
 * @param part path of the annotations from the value of `context`
 */
export function reportAnnotations(context: ValidationContext, part: string, annotations: Labels | undefined): void {
  for (const error of annotationErrors(annotations, () => at(context, part))) context.report(error);
}

/**
 * Returns the labels as `app=web,tier=front`, or `<none>`. Sorted as texts with the equals sign, so `app-id=` comes
 * before `app=`.
 */
export function labelsText(labels: Labels | undefined): string {
  const texts = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(",") || "<none>";
}
