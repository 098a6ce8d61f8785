/** Labels and annotations outside of an object's own metadata: of templates, selectors and node selectors. */

import type { Labels } from "../../meta/label-requirement.ts";
import { annotationErrors, labelErrors } from "../../meta/label-rules.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

export function reportLabels(context: ValidationContext, part: string, labels: Labels | undefined): void {
  for (const error of labelErrors(labels, () => at(context, part))) context.report(error);
}

export function reportAnnotations(context: ValidationContext, part: string, annotations: Labels | undefined): void {
  for (const error of annotationErrors(annotations, () => at(context, part))) context.report(error);
}

/** `app=web,tier=front`; `<none>` when there are none. In the order of these texts: `app-id=` comes before `app=`. */
export function labelsText(labels: Labels | undefined): string {
  const texts = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(",") || "<none>";
}
