/** The effects of feature gates in this server. */
import { builtinKinds } from "../../api/builtin.ts";
import { builtinFeatures, multiCidrServiceAllocator } from "../../kinds/index.ts";
import { gatesOfFields } from "../../schema/index.ts";

/** Effects of gates that code of the server, hooks and rules read. */
const effectsInCode: Readonly<Record<string, string>> = {
  AllowInsecureKubeletCertificateSigningRequests: "agents of nodes may request certificates with other names",
  AllowUnsafeMalformedObjectDeletion: "deletions of objects that cannot be read",
  AnonymousAuthConfigurableEndpoints: "`anonymous` in the file of `--authentication-config`",
  APIResponseCompression: "responses compressed with gzip",
  APIServerTracing: "`--tracing-config-file`",
  APIServerIdentity: "the Lease of the API server",
  AuthorizeNodeWithSelectors: "agents of nodes list only their Pods and Node",
  AuthorizeWithSelectors: "selectors of requests in authorization and in expressions",
  CBORServingAndStorage: "CBOR",
  ComponentFlagz: "`/flagz`, and permissions of default roles for it",
  ComponentStatusz: "`/statusz`, and permissions of default roles for it",
  CrossNamespaceVolumeDataSource: "data sources of volumes in other namespaces",
  HPAScaleToZero: "`minReplicas: 0` of autoscalers",
  KubeletFineGrainedAuthz: "permissions of default roles for parts of agents of nodes",
  [multiCidrServiceAllocator]: "addresses of Services from ServiceCIDRs",
  MutatingAdmissionPolicy: "mutating policies",
  OpenAPIEnums: "values of enums in OpenAPI",
  OrderedNamespaceDeletion: "Pods of a deleted namespace are deleted first",
  PodDeletionCost: "validation of the annotation of deletion costs",
  PodLifecycleSleepActionAllowZero: "sleep actions of zero seconds",
  PodLogsQuerySplitStreams: "separate streams of logs",
  RelaxedDNSSearchValidation: "more characters in DNS search paths",
  RelaxedEnvironmentVariableValidation: "more characters in names of environment variables",
  RemoteRequestHeaderUID: "uids of users from front proxies",
  SELinuxMount: "validation of the SELinux policy of Pods",
  ServiceAccountNodeAudienceRestriction: "agents of nodes request tokens only for known audiences",
  ServiceAccountTokenNodeBinding: "tokens that are bound to nodes",
  StorageVersionAPI: "permissions of default roles for StorageVersions",
  StorageVersionHash: "`storageVersionHash` in discovery",
  StructuredAuthenticationConfiguration: "`--authentication-config`",
  UnauthenticatedHTTP2DOSMitigation: "HTTP/2 connections of anonymous clients end after a request",
  UserNamespacesPodSecurityStandards: "the checks of Pod security trust user namespaces",
  WatchList: "initial events of watches",
};

/**
 * Returns the effects of gates by their names. A gate without an entry has no effect. The result is computed at the first call,
 * because it needs a scan of all fields.
 */
export function gateEffects(): ReadonlyMap<string, string> {
  effects ??= computeEffects();
  return effects;
}

let effects: ReadonlyMap<string, string> | undefined;

function computeEffects(): ReadonlyMap<string, string> {
  const texts = new Map<string, string[]>();
  const add = (gate: string | undefined, text: string): void => {
    if (gate === undefined) return;
    const known = texts.get(gate) ?? [];
    if (!known.includes(text)) texts.set(gate, [...known, text]);
  };
  for (const [gate, text] of Object.entries(effectsInCode)) add(gate, text);
  for (const { kind, featureGate, subresources } of builtinKinds) {
    add(featureGate, `the kind ${kind}`);
    for (const [name, { featureGate: gate }] of Object.entries(subresources.others ?? {})) add(gate, `${kind}/${name}`);
  }
  for (const { kind, schema } of builtinKinds)
    for (const gate of gatesOfFields([schema])) add(gate, `fields of ${kind}`);
  for (const [struct, rules] of builtinFeatures) {
    for (const { gate } of rules) add(gate, `fields of ${struct.name.split(".").at(-1) ?? struct.name}`);
  }
  return new Map([...texts].map(([gate, parts]) => [gate, shorten(parts)]));
}

/** Greatest number of parts in a text. Many kinds have the fields of a Pod. */
const partsMax = 3;

function shorten(parts: readonly string[]): string {
  const more = parts.length > partsMax ? `, and ${parts.length - partsMax} more` : "";
  return `${parts.slice(0, partsMax).join(", ")}${more}`;
}
