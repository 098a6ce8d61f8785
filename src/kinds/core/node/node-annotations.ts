/** Rules of deprecated Node annotations, which fields have replaced. */
import type { Taint } from "../../../api/index.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { subLabel } from "../../../meta/vocabulary.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { readGoJson } from "../../go-json.ts";
import { at } from "../../reporting.ts";
import { reportTaints } from "../scheduling/taint-rules.ts";

const taintsKey = subLabel("scheduler.alpha/taints");
const avoidedPodsKey = subLabel("scheduler.alpha/preferAvoidPods");

type Annotations = Readonly<Record<string, string>>;

/**
 * Reports annotations with malformed taints or malformed lists of avoided Pods.
 * @param context at the Node
 */
export function reportNodeAnnotations(annotations: Annotations, context: ValidationContext): void {
  const { vocabulary } = context.write;
  reportTaintList(annotations, context, vocabulary.bind(taintsKey));
  reportAvoidedPods(annotations, context, vocabulary.bind(avoidedPodsKey));
}

function reportTaintList(annotations: Annotations, context: ValidationContext, key: string): void {
  const text = annotations[key];
  if (!text) return;
  const { value, fault } = readGoJson(text, "array", "[]v1.Taint");
  if (fault === undefined) reportTaints((value ?? []) as readonly Taint[], context, `metadata.annotations.${key}`);
  else context.report(invalidField(at(context, "metadata.annotations"), key, fault));
}

interface AvoidedPods {
  readonly podSignature?: { readonly podController?: { readonly controller?: boolean } };
}

function reportAvoidedPods(annotations: Annotations, context: ValidationContext, key: string): void {
  const text = annotations[key];
  if (!text) return;
  const { value, fault } = readGoJson(text, "object", "v1.AvoidPods");
  if (fault !== undefined) {
    context.report(invalidField(at(context, "metadata.annotations.AvoidPods"), key, fault));
    return;
  }
  const { preferAvoidPods = [] } = (value ?? {}) as { readonly preferAvoidPods?: readonly AvoidedPods[] };
  preferAvoidPods.forEach(({ podSignature }, index) => {
    const path = at(context, `metadata.annotations.${key}[${index}].PodSignature`);
    const controller = podSignature?.podController;
    if (!controller) context.report(requiredField(path));
    else if (!controller.controller) {
      context.report(invalidField(`${path}.PodController.Controller`, false, "must point to a controller"));
    }
  });
}
