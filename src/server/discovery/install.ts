/**
 * Discovery: which groups, versions and resources are served. All responses are derived from the resource table, and
 * are created again when the table changes.
 */
import { compareText } from "../../base/compare-text.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { isWithin, parseCidr } from "../../meta/ip/ip-address.ts";
import { group, type Vocabulary, vendorMediaType } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";
import { negotiateOutput, requireRepresentation, untransformedOutput } from "../output/negotiate-output.ts";
import { writeValue } from "../output/write-body.ts";
import { cborMediaType, objectMediaTypes } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import { clientIp } from "../requests/source-ips.ts";
import type { PathHandler, PathTable } from "../route.ts";
import { type ResourceTable } from "../served/resource-table.ts";
import { type AggregatedDiscovery, aggregatedDiscovery, readAggregatedForm, writeAggregated } from "./aggregated.ts";
import { describeGroupFully, type GroupDescription } from "./aggregated-items.ts";
import { describeGroup, listGroups, versionsByGroup } from "./api-groups.ts";
import { listApiResources } from "./api-resources.ts";
import { derivedFrom } from "./derived.ts";
import { writeRawJson } from "./raw-json.ts";
import {
  type ApiGroup,
  type ApiVersions,
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
  type ServerAddressByClientCidr,
} from "./types.ts";

const aggregationGroup = group("apiregistration");

/** The address of the server's own Service. */
export interface ServiceAddress {
  /** Range of the addresses of Services, such as `10.96.0.0/12`. */
  readonly range: string;
  /** `host:port`. */
  readonly address: string;
}

/** The resources that discovery lists, and the names that its responses contain. */
export interface DiscoveryOptions {
  readonly resources: ResourceTable;
  readonly vocabulary: Vocabulary;
  /** Returns the host and port at which clients reach the server. Called for every response that shows it. */
  readonly serverAddress: () => string;
  /** Address for clients in the range of the cluster's Services. Default: none. */
  readonly serviceAddress?: ServiceAddress | undefined;
  /** Whether the lists of resources show in which version objects are stored. Default: true. */
  readonly showsStorageVersions?: boolean;
}

/** Serves `/`, `/api`, `/apis`, and the paths of groups and versions below them. */
export function installDiscovery(paths: PathTable, options: DiscoveryOptions): void {
  const { resources } = options;
  const index = serveIndex(paths, resources);
  paths.add("/", index);
  paths.add("/index.html", index);
  paths.addEither("/api", serveCoreGroup(options));
  paths.addBelow("/api", (subpath) => serveVersion(options, ["", ...segmentsOf(subpath)]));
  const groups = serveGroups(options);
  paths.add("/apis", groups);
  // Clients request the aggregated form at the path without the slash. With the slash, the reference serves only the
  // plain form.
  paths.add("/apis/", (call) => writeGroups(call, options));
  paths.addBelow("/apis", (subpath) => {
    const [group = "", ...more] = segmentsOf(subpath);
    if (group === "") return undefined;
    return more.length === 0 ? serveGroup(options, group) : serveVersion(options, [group, ...more]);
  });
}

function serveCoreGroup(options: DiscoveryOptions): PathHandler {
  const { resources, vocabulary } = options;
  const aggregated = aggregatedOf(resources, (name) => name === "");
  return async (call) => {
    const form = readAggregatedForm(call);
    if (form) return writeAggregated(call, form, aggregated());
    const response: ApiVersions = {
      kind: "APIVersions",
      versions: (versionsByGroup(resources).get("") ?? []).map(({ version }) => version),
      serverAddressByClientCIDRs: serverAddresses(call, options),
    };
    await writeUnaggregated(call, response, { schema: apiVersions, vocabulary, isRouted: true });
  };
}

/** Returns the address of the server, and that of its Service for clients in the range of Services. */
function serverAddresses(call: Call, { serverAddress, serviceAddress }: DiscoveryOptions): ServerAddressByClientCidr[] {
  const everyone = { clientCIDR: "0.0.0.0/0", serverAddress: serverAddress() };
  const range = serviceAddress && parseCidr(serviceAddress.range);
  const client = range && clientIp(call.exchange);
  if (!client || !isWithin(client, range)) return [everyone];
  return [everyone, { clientCIDR: serviceAddress.range, serverAddress: serviceAddress.address }];
}

function serveGroups(options: DiscoveryOptions): PathHandler {
  const { resources } = options;
  const aggregated = aggregatedOf(resources, (name) => name !== "");
  return async (call) => {
    const form = readAggregatedForm(call);
    if (form) await writeAggregated(call, form, aggregated());
    else await writeGroups(call, options);
  };
}

async function writeGroups(call: Call, { resources, vocabulary }: DiscoveryOptions): Promise<void> {
  await writeUnaggregated(call, listGroups(versionsByGroup(resources)), { schema: apiGroupList, vocabulary });
}

function aggregatedOf(resources: ResourceTable, isIncluded: (group: string) => boolean): () => AggregatedDiscovery {
  let known: ReadonlyMap<string, GroupDescription> = new Map();
  return derivedFrom(resources, () => {
    const included = [...versionsByGroup(resources)].filter(([name]) => isIncluded(name));
    known = new Map(included.map(([name, versions]) => [name, describeGroupFully(name, versions, known.get(name))]));
    return aggregatedDiscovery([...known.values()]);
  });
}

function serveGroup({ resources, vocabulary }: DiscoveryOptions, group: string): PathHandler | undefined {
  const versions = versionsByGroup(resources).get(group);
  if (!versions) return undefined;
  const response: ApiGroup = { kind: "APIGroup", apiVersion: "v1", ...describeGroup(versions) };
  // In the reference, the aggregation layer serves the groups, because other servers can provide them. Its own group is
  // served through the router.
  const isRouted = group === vocabulary.bind(aggregationGroup);
  return (call) => writeUnaggregated(call, response, { schema: apiGroup, vocabulary, isRouted });
}

/**
 * Returns the handler of a group version's list, or undefined if it is not served.
 * @param segments group, version, and the rest of the path, which must be empty
 */
function serveVersion(
  { resources, vocabulary, showsStorageVersions = true }: DiscoveryOptions,
  segments: readonly string[],
): PathHandler | undefined {
  const [group = "", version = "", ...moreSegments] = segments;
  const served = moreSegments.length === 0 ? resources.version(group, version) : undefined;
  return (
    served &&
    ((call) => {
      const isRouted = !served.isAllCustom;
      // As in the reference, no other discovery document has a CBOR form.
      call.servesCbor = isRouted && resources.servesCbor;
      const list = listApiResources(served, showsStorageVersions);
      return writeUnaggregated(call, list, { schema: apiResourceList, vocabulary, isRouted });
    })
  );
}

/** Returns the segments of a path. A slash at its end is ignored. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, "").split("/");
}

interface UnaggregatedForm {
  readonly schema: StructSchema;
  readonly vocabulary: Vocabulary;
  /** Whether the reference checks the Accept header in its router, before it calls the handler of the path. */
  readonly isRouted?: boolean;
}

async function writeUnaggregated(
  call: Call,
  response: object,
  { schema, vocabulary, isRouted }: UnaggregatedForm,
): Promise<void> {
  if (isRouted) {
    const protobuf = vocabulary.bind(vendorMediaType("protobuf"));
    requireRepresentation(call, [...objectMediaTypes, protobuf, ...(call.servesCbor ? [cborMediaType] : [])]);
  }
  const output = negotiateOutput(call, untransformedOutput(vocabulary));
  if (call.audit?.notesResponses) call.audit.noteResponse([JSON.stringify(response)]);
  await writeValue(call, 200, response, output, schema);
}

const unlistedPaths: ReadonlySet<string> = new Set(["/", "/index.html"]);

/** Serves the list of all paths that are not resources. */
function serveIndex(paths: PathTable, resources: ResourceTable): PathHandler {
  return async (call) => {
    const allPaths = new Set([...paths.paths, ...discoveryPaths(resources)]);
    const listed = [...allPaths].filter((path) => !unlistedPaths.has(path)).sort(compareText);
    writeRawJson(call, { paths: listed });
  };
}

function discoveryPaths(resources: ResourceTable): string[] {
  return [...resources.versions].flatMap((served) =>
    served.group === "" ? [`/api/${served.version}`] : [`/apis/${served.group}`, `/apis/${formatGroupVersion(served)}`],
  );
}
