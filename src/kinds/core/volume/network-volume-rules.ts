/** Rules of network storage in Pods. Many of them also apply to PersistentVolumes. */
import {
  type FCVolumeSource,
  type FlockerVolumeSource,
  fcVolumeSource,
  flockerVolumeSource,
  type ISCSIVolumeSource,
  iscsiVolumeSource,
  type NFSVolumeSource,
  nfsVolumeSource,
  type QuobyteVolumeSource,
  quobyteVolumeSource,
  storageOSVolumeSource,
} from "../../../api/core/v1/network-volumes.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { isHostPort } from "../../../meta/host-port.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat } from "../../reporting.ts";
import { reportUnnamedSecret } from "./cloud-volume-rules.ts";

/** Order of the errors of an iSCSI volume. */
export const iscsiOrder = ["targetPortal", "iqn", "lun", "secretRef", "initiatorname"];

/** Rules of network storage. */
export const networkVolumeRules: readonly RuleEntry[] = [
  rulesFor(nfsVolumeSource, { validate: reportNfs, order: ["server", "path"] }),
  rulesFor(iscsiVolumeSource, { validate: reportIscsi, order: iscsiOrder }),
  rulesFor(fcVolumeSource, { validate: reportFibreChannel }),
  rulesFor(flockerVolumeSource, { validate: reportFlocker }),
  rulesFor(quobyteVolumeSource, { validate: reportQuobyte }),
  rulesFor(storageOSVolumeSource, { validateLast: reportUnnamedSecret }),
];

function reportNfs({ path }: NFSVolumeSource, context: ValidationContext): void {
  if (path === "") context.report(requiredField(at(context, "path")));
  if (!path.startsWith("/")) context.report(invalidField(at(context, "path"), path, "must be an absolute path"));
}

function reportIscsi(source: ISCSIVolumeSource, context: ValidationContext): void {
  const { iqn, chapAuthDiscovery, chapAuthSession, secretRef, initiatorName } = source;
  if (iqn !== "") reportFormat(context, "iqn", "iscsiName", iqn);
  if ((chapAuthDiscovery || chapAuthSession) && !secretRef) context.report(requiredField(at(context, "secretRef")));
  if (initiatorName !== undefined) reportFormat(context, "initiatorname", "iscsiName", initiatorName);
}

const unitMax = 255;

function reportFibreChannel({ targetWWNs = [], wwids = [], lun }: FCVolumeSource, context: ValidationContext): void {
  const targets = at(context, "targetWWNs");
  if (targetWWNs.length === 0) {
    if (wwids.length > 0) return;
    context.report(requiredField(targets, "must specify either targetWWNs or wwids, but not both"));
    return;
  }
  if (wwids.length > 0) {
    const why = "targetWWNs and wwids can not be specified simultaneously";
    context.report(invalidField(targets, targetWWNs, why));
  }
  if (lun === undefined) {
    context.report(requiredField(at(context, "lun"), "lun is required if targetWWNs is specified"));
  } else if (lun < 0 || lun > unitMax) {
    context.report(invalidField(at(context, "lun"), lun, `must be between 0 and ${unitMax}, inclusive`));
  }
}

function reportFlocker({ datasetName = "", datasetUUID = "" }: FlockerVolumeSource, context: ValidationContext): void {
  if (datasetName === "" && datasetUUID === "") {
    context.report(requiredField(at(context, ""), "one of datasetName and datasetUUID is required"));
  }
  if (datasetName !== "" && datasetUUID !== "") {
    const why = "datasetName and datasetUUID can not be specified simultaneously";
    context.report(invalidField(at(context, ""), "resource", why));
  }
  if (datasetName.includes("/")) {
    context.report(invalidField(at(context, "datasetName"), datasetName, "must not contain '/'"));
  }
}

const tenantBytesMax = 64;

/** Reports at most one error. The length of the tenant is checked before the registry's addresses. */
function reportQuobyte({ registry, tenant = "" }: QuobyteVolumeSource, context: ValidationContext): void {
  const why = "must be a host:port pair or multiple pairs separated by commas";
  if (registry === "") {
    context.report(requiredField(at(context, "registry"), why));
  } else if (Buffer.byteLength(tenant) > tenantBytesMax) {
    const limit = `must be a UUID and may not exceed a length of ${tenantBytesMax} characters`;
    context.report(requiredField(at(context, "tenant"), limit));
  } else {
    const wrong = registry.split(",").filter((pair) => !isHostPort(pair));
    for (const _ of wrong) context.report(invalidField(at(context, "registry"), registry, why));
  }
}
