import type { PodTemplate } from "../../../api/index.ts";
import type { KindHooks } from "../../../schema/index.ts";
import { column, nameColumn } from "../../columns.ts";
import { labelsText } from "../../meta/labels.ts";
import { hasNewGeneration } from "../replication-controller/controller-warnings.ts";
import { containerColumns } from "../replication-controller/template-columns.ts";
import { podTemplateWarnings } from "./pod-warnings.ts";

/** Hooks of PodTemplates: warnings, columns. */
export const podTemplateHooks: KindHooks<PodTemplate> = {
  nameFormat: "dns1123Subdomain",
  warnings: (object, old, context) =>
    hasNewGeneration(object, old) ? podTemplateWarnings("template", object.template, context) : [],
  columns: [
    nameColumn,
    ...containerColumns<PodTemplate>(({ template }) => template, { wide: false }),
    column("Pod Labels", "Labels of the Pods that are created from it.", ({ template }) =>
      labelsText(template?.metadata?.labels),
    ),
  ],
};
