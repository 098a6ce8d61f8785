import { type PodTemplate, podTemplate } from "../../api/index.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { column, nameColumn } from "../columns.ts";
import { labelsText } from "../meta/labels.ts";
import { within } from "../reporting.ts";
import { hasNewGeneration } from "./controller-warnings.ts";
import { podTemplateWarnings } from "./pod-warnings.ts";
import { containerColumns } from "./template-columns.ts";
import { reportVolumeReferences } from "./volume-mount-rules.ts";

/** Volumes that containers use must be among those of the template. */
export const podTemplateKindRules: readonly RuleEntry[] = [
  rulesFor(podTemplate.schema, {
    validateLast: ({ template }, context) => {
      if (template?.spec) reportVolumeReferences(template.spec, within(context, "template.spec"));
    },
  }),
];

export const podTemplateHooks: KindHooks<PodTemplate> = {
  nameFormat: "dns1123Subdomain",
  warnings: (object, old, context) =>
    hasNewGeneration(object, old) ? podTemplateWarnings("template", object.template, context) : [],
  columns: [
    nameColumn,
    ...containerColumns<PodTemplate>(({ template }) => template, { wide: false }),
    column("Pod Labels", "Labels of the Pods that it makes.", ({ template }) => labelsText(template?.metadata?.labels)),
  ],
};
