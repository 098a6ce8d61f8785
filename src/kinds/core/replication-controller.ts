import {
  type ReplicationController,
  type ReplicationControllerSpec,
  replicationController,
  replicationControllerSpec,
  replicationControllerStatus,
} from "../../api/core/v1/replication-controller.ts";
import { fromLabels } from "../../meta/label-selector.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { within } from "../reporting.ts";
import { controllerWarnings } from "./controller-warnings.ts";
import { reportKeptRunning, reportSelectorMatch } from "./pod-template-rules.ts";
import { reportReplicaCounts } from "./replica-counts.ts";
import { replicationControllerColumns } from "./replication-controller-columns.ts";
import { reportVolumeReferences } from "./volume-mount-rules.ts";

export const replicationControllerHooks: KindHooks<ReplicationController> = {
  nameFormat: "dns1123Subdomain",
  warnings: (controller, old, context) => controllerWarnings(controller, old, context, controller.spec?.template),
  columns: replicationControllerColumns,
};

export const replicationControllerRules: readonly RuleEntry[] = [
  rulesFor(replicationController.schema, { defaults: fillFromTemplate }),
  rulesFor(replicationControllerSpec, { validate: reportSpec }),
  rulesFor(replicationControllerStatus, {
    validate: (status, context) =>
      reportReplicaCounts(status, { context, counts: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] }),
  }),
];

/** Without labels and selector of its own, the controller has those of its Pods. */
function fillFromTemplate({ metadata, spec }: ReplicationController): void {
  const labels = spec?.template?.metadata?.labels;
  if (!spec || !labels) return;
  spec.selector ??= { ...labels };
  metadata.labels ??= { ...labels };
}

/** That selector and template are there is a rule of their fields. */
function reportSpec({ selector = {}, template }: ReplicationControllerSpec, context: ValidationContext): void {
  if (!template) return;
  reportSelectorMatch(fromLabels(selector), template, context);
  reportKeptRunning(template, "ReplicationController", context);
  if (template.spec) reportVolumeReferences(template.spec, within(context, "template.spec"));
}
