/** Which feature gates have an effect in this server. */
import { builtinKinds } from "../../api/builtin.ts";
import { builtinFeatures, multiCidrServiceAllocator } from "../../kinds/index.ts";
import { gatesOfFields, type KindDeclaration } from "../../schema/index.ts";

/** Gates that the code of the server reads. */
const gatesReadByServer = [
  "AllowInsecureKubeletCertificateSigningRequests",
  "AllowUnsafeMalformedObjectDeletion",
  "APIResponseCompression",
  "CBORServingAndStorage",
  "AuthorizeNodeWithSelectors",
  "AuthorizeWithSelectors",
  multiCidrServiceAllocator,
  "OrderedNamespaceDeletion",
  "RemoteRequestHeaderUID",
  "ServiceAccountNodeAudienceRestriction",
  "WatchList",
];

/** Gates that hooks and validation rules read, and that belong to no kind and no field. */
const gatesReadByRules = [
  "CrossNamespaceVolumeDataSource",
  "HPAScaleToZero",
  "PodDeletionCost",
  "PodLifecycleSleepActionAllowZero",
  "PodLogsQuerySplitStreams",
  "RelaxedDNSSearchValidation",
  "RelaxedEnvironmentVariableValidation",
  "SELinuxMount",
];

/**
 * Whether the gate has an effect in this release. The set is computed at the first call, because it needs a scan of all
 * fields.
 */
export function isEffectiveGate(name: string): boolean {
  effectiveGates ??= new Set([
    ...gatesReadByServer,
    ...gatesReadByRules,
    ...builtinKinds.flatMap(gatesOf),
    ...gatesOfFields(builtinKinds.map(({ schema }) => schema)),
    ...[...builtinFeatures.values()].flatMap((rules) => rules.map(({ gate }) => gate)),
  ]);
  return effectiveGates.has(name);
}

let effectiveGates: ReadonlySet<string> | undefined;

/** Returns the gates of the kind and its subresources. */
function gatesOf({ featureGate, subresources: { others = {} } }: KindDeclaration): readonly string[] {
  const gates = [featureGate, ...Object.values(others).map((one) => one.featureGate)];
  return gates.filter((gate) => gate !== undefined);
}
