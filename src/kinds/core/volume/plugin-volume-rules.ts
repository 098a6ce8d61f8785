/** Rules of volumes that a plugin provides. */
import {
  type CSIVolumeSource,
  csiVolumeSource,
  type FlexVolumeSource,
  flexVolumeSource,
} from "../../../api/core/v1/plugin-volumes.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { group, label, type Vocabulary } from "../../../meta/vocabulary.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFieldFormat, reportFormat } from "../../reporting.ts";

/** Rules of FlexVolumes and CSI volumes. */
export const pluginVolumeRules: readonly RuleEntry[] = [
  rulesFor(flexVolumeSource, { validate: reportFlexOptions }),
  rulesFor(csiVolumeSource, { validate: reportCsi }),
];

/** Reports options in the product's own domains. They are reserved, because the node sets them. */
export function reportFlexOptions(
  { options = {} }: Pick<FlexVolumeSource, "options">,
  context: ValidationContext,
): void {
  const domains = ownDomains(context.write.vocabulary);
  for (const key of Object.keys(options)) {
    const domain = `.${key.replace(/\/.*/s, "").toLowerCase()}`;
    if (!domains.some((own) => domain.endsWith(`.${own}`))) continue;
    context.report(
      invalidField(at(context, `options[${key}]`), key, `${domains.join(" and ")} namespaces are reserved`),
    );
  }
}

function ownDomains(vocabulary: Vocabulary): readonly string[] {
  const domains = [label(""), group("")].map((name) => vocabulary.bind(name).replace(/^\.|\/$/g, ""));
  return [...new Set(domains)];
}

/** Reports an invalid driver or Secret. The reference reports the Secret's name with the path of the volume source. */
function reportCsi({ driver, nodePublishSecretRef }: CSIVolumeSource, context: ValidationContext): void {
  reportFieldFormat(context, "driver", "csiDriverName", driver);
  if (!nodePublishSecretRef) return;
  const { name = "" } = nodePublishSecretRef;
  if (name === "") context.report(requiredField(at(context, "nodePublishSecretRef.name")));
  else reportFormat(context, "name", "dns1123Subdomain", name);
}
