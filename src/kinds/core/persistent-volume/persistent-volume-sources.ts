/**
 * Rules of volume sources whose types differ between PersistentVolumes and Pods. In PersistentVolumes, their references
 * name a namespace.
 */
import {
  type AzureFilePersistentVolumeSource,
  azureFilePersistentVolumeSource,
  type CinderPersistentVolumeSource,
  cinderPersistentVolumeSource,
} from "../../../api/core/v1/persistent-cloud-volumes.ts";
import {
  type GlusterfsPersistentVolumeSource,
  glusterfsPersistentVolumeSource,
  type ISCSIPersistentVolumeSource,
  iscsiPersistentVolumeSource,
  type StorageOSPersistentVolumeSource,
  storageOSPersistentVolumeSource,
} from "../../../api/core/v1/persistent-network-volumes.ts";
import {
  type CSIPersistentVolumeSource,
  csiPersistentVolumeSource,
  flexPersistentVolumeSource,
} from "../../../api/core/v1/persistent-plugin-volumes.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFieldFormat, reportFormat, reportRequiredFormat } from "../../reporting.ts";
import { reportUnnamedSecret } from "../volume/cloud-volume-rules.ts";
import { iscsiOrder } from "../volume/network-volume-rules.ts";
import { reportFlexOptions } from "../volume/plugin-volume-rules.ts";

/** Validation of volume sources that only PersistentVolumes have. */
export const persistentVolumeSourceRules: readonly RuleEntry[] = [
  rulesFor(glusterfsPersistentVolumeSource, { validateLast: reportGlusterfs }),
  rulesFor(iscsiPersistentVolumeSource, { validate: reportIscsi, order: iscsiOrder }),
  rulesFor(cinderPersistentVolumeSource, { validateLast: reportIncompleteSecret }),
  rulesFor(flexPersistentVolumeSource, { validateLast: reportFlexOptions }),
  rulesFor(azureFilePersistentVolumeSource, { validateLast: reportAzureFile }),
  rulesFor(storageOSPersistentVolumeSource, { validateLast: reportIncompleteSecret }),
  rulesFor(csiPersistentVolumeSource, { validate: reportCsi }),
];

function reportGlusterfs({ endpointsNamespace }: GlusterfsPersistentVolumeSource, context: ValidationContext): void {
  if (endpointsNamespace === "") {
    const why = "if the endpointnamespace is set, it must be a valid namespace name";
    context.report(invalidField(at(context, "endpointsNamespace"), endpointsNamespace, why));
  } else if (endpointsNamespace !== undefined) {
    reportFormat(context, "endpointsNamespace", "dns1123Label", endpointsNamespace);
  }
}

/** Reports an invalid iSCSI source. Unlike in Pods, there is one message for all errors of a name. */
function reportIscsi(source: ISCSIPersistentVolumeSource, context: ValidationContext): void {
  const { iqn, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  const reportName = (part: string, name: string): void => {
    if (checkFormat("iscsiName", name).length === 0) return;
    context.report(invalidField(at(context, part), name, "must be valid format"));
  };
  if (iqn !== "") reportName("iqn", iqn);
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef) context.report(requiredField(at(context, "secretRef")));
  reportUnnamedSecret(source, context);
  if (initiatorName !== undefined) reportName("initiatorname", initiatorName);
}

function reportIncompleteSecret(
  { secretRef }: CinderPersistentVolumeSource | StorageOSPersistentVolumeSource,
  context: ValidationContext,
): void {
  if (!secretRef) return;
  if (!secretRef.name) context.report(requiredField(at(context, "secretRef.name")));
  if (!secretRef.namespace) context.report(requiredField(at(context, "secretRef.namespace")));
}

function reportAzureFile({ secretNamespace }: AzureFilePersistentVolumeSource, context: ValidationContext): void {
  if (secretNamespace === "") context.report(requiredField(at(context, "secretNamespace")));
}

/** References to Secrets that are validated. The reference does not validate `nodeStageSecretRef`. */
const checkedSecrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
] as const satisfies readonly (keyof CSIPersistentVolumeSource)[];

function reportCsi(source: CSIPersistentVolumeSource, context: ValidationContext): void {
  reportFieldFormat(context, "driver", "csiDriverName", source.driver);
  if (source.volumeHandle === "") context.report(requiredField(at(context, "volumeHandle")));
  for (const field of checkedSecrets) {
    const secret = source[field];
    if (!secret) continue;
    const { name = "", namespace = "" } = secret;
    reportRequiredFormat(context, `${field}.name`, "dns1123Subdomain", name);
    reportRequiredFormat(context, `${field}.namespace`, "dns1123Label", namespace);
  }
}
