import {
  type ReplicationController,
  type ReplicationControllerSpec,
  replicationController,
  replicationControllerSpec,
  replicationControllerStatus,
} from "../../../api/core/v1/replication-controller.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, invalidField, notFoundField } from "../../../meta/field-error.ts";
import { fromLabels } from "../../../meta/label-selector.ts";
import { subLabel, type Vocabulary } from "../../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { goTextMap } from "../../meta/go-values.ts";
import { keptRunningOrder, reportKeptRunning, reportSelectorMatch } from "../pod/pod-template-rules.ts";
import { controllerWarnings } from "./controller-warnings.ts";
import { reportReplicaCounts } from "./replica-counts.ts";
import { replicationControllerColumns } from "./replication-controller-columns.ts";

/** Hooks of ReplicationControllers: labels and selector from the template, warnings, columns. */
export const replicationControllerHooks: KindHooks<ReplicationController> = {
  fillStored: fillFromTemplate,
  validateUpdate: (controller, old, { vocabulary }, subresource) =>
    subresource === "" ? unconvertibleErrors(controller, old, vocabulary) : [],
  nameFormat: "dns1123Subdomain",
  // On updates, the reference checks the old template instead of the new one.
  warnings: (controller, old, context) =>
    controllerWarnings(controller, old, context, (old ?? controller).spec?.template),
  columns: replicationControllerColumns,
};

/** Defaults and validation of ReplicationControllers and their statuses. */
export const replicationControllerRules: readonly RuleEntry[] = [
  rulesFor(replicationController.schema, { defaults: fillFromTemplate }),
  rulesFor(replicationControllerSpec, {
    validate: reportSpec,
    validateLast: ({ template }, context) => {
      if (template) reportKeptRunning(template, "ReplicationController", context);
    },
    order: ["minReadySeconds", "selector", "replicas", ...keptRunningOrder],
  }),
  rulesFor(replicationControllerStatus, {
    validateLast: (status, context) =>
      reportReplicaCounts(status, { context, counts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] }),
  }),
];

/** Prefix of annotations that name fields which were lost in a conversion from another version. */
const unconvertiblePrefix = subLabel("non-convertible/");

function unconvertibleErrors(
  { spec }: ReplicationController,
  old: DeepReadonly<ReplicationController>,
  vocabulary: Vocabulary,
): FieldError[] {
  const prefix = vocabulary.bind(unconvertiblePrefix);
  const annotations = Object.entries(old.metadata.annotations ?? {}).filter(([key]) => key.startsWith(prefix));
  return annotations.flatMap(([key, value]): FieldError[] => {
    const field = key.slice(prefix.length);
    if (!field.includes("selector"))
      return [{ ...notFoundField(field, value), detail: "unknown non-convertible field" }];
    if (equalJson(spec?.selector ?? {}, old.spec?.selector ?? {})) return [];
    return [invalidField("spec.selector", goTextMap(spec?.selector), "cannot update non-convertible selector")];
  });
}

/** Copies the labels of the Pod template to a missing selector and to missing labels. Returns whether it did. */
function fillFromTemplate({ metadata, spec }: ReplicationController): boolean {
  const labels = spec?.template?.metadata?.labels;
  if (!spec || !labels || (spec.selector && metadata.labels)) return false;
  spec.selector ??= { ...labels };
  metadata.labels ??= { ...labels };
  return true;
}

/** Reports a selector that does not match the template. That both exist is a rule of their fields. */
function reportSpec({ selector = {}, template }: ReplicationControllerSpec, context: ValidationContext): void {
  if (!template) return;
  reportSelectorMatch(fromLabels(selector), template, context);
}
