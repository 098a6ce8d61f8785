/**
 * Discovery: which groups, versions and resources there are. Everything is derived from the table of resources, again
 * when it changes.
 */
import { compareText } from "../../base/compare-text.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { group, type Vocabulary, vendorMediaType } from "../../meta/vocabulary.ts";
import type { StructSchema } from "../../schema/index.ts";
import { negotiateOutput, plainOutput, requireRepresentation } from "../output/negotiate-output.ts";
import { writeValue } from "../output/write-body.ts";
import { objectMediaTypes } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import type { PathHandler, PathTable } from "../route.ts";
import { type ResourceTable } from "../served/resource-table.ts";
import { type AggregatedDiscovery, aggregatedDiscovery, readAggregatedForm, writeAggregated } from "./aggregated.ts";
import { describeGroupFully } from "./aggregated-items.ts";
import { describeGroup, listGroups, versionsByGroup } from "./api-groups.ts";
import { listApiResources } from "./api-resources.ts";
import { derivedFrom } from "./derived.ts";
import { writeRawJson } from "./raw-json.ts";
import { type ApiGroup, type ApiVersions, apiGroup, apiGroupList, apiResourceList, apiVersions } from "./types.ts";

const aggregationGroup = group("apiregistration");

export interface DiscoveryOptions {
  readonly resources: ResourceTable;
  readonly vocabulary: Vocabulary;
  /** Where clients reach the server: host and port. Asked with every answer that shows it. */
  readonly serverAddress: () => string;
}

/** Serves `/`, `/api`, `/apis` and what is below them but no resource. */
export function installDiscovery(paths: PathTable, options: DiscoveryOptions): void {
  const { resources } = options;
  const index = serveIndex(paths, resources);
  paths.add("/", index);
  paths.add("/index.html", index);
  paths.addEither("/api", serveCoreGroup(options));
  paths.addBelow("/api", (rest) => serveVersion(options, ["", ...segmentsOf(rest)]));
  const groups = serveGroups(options);
  paths.add("/apis", groups);
  // Programs ask for the aggregated form without the slash; with it, the reference has only the plain one.
  paths.add("/apis/", (call) => writeGroups(call, options));
  paths.addBelow("/apis", (rest) => {
    const [group = "", ...more] = segmentsOf(rest);
    if (group === "") return undefined;
    return more.length === 0 ? serveGroup(options, group) : serveVersion(options, [group, ...more]);
  });
}

function serveCoreGroup({ resources, vocabulary, serverAddress }: DiscoveryOptions): PathHandler {
  const aggregated = aggregatedOf(resources, (name) => name === "");
  return async (call) => {
    const form = readAggregatedForm(call);
    if (form) return writeAggregated(call, form, aggregated());
    const answer: ApiVersions = {
      kind: "APIVersions",
      versions: (versionsByGroup(resources).get("") ?? []).map(({ version }) => version),
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: serverAddress() }],
    };
    await writePlain(call, answer, { schema: apiVersions, vocabulary, isRouted: true });
  };
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
  await writePlain(call, listGroups(versionsByGroup(resources)), { schema: apiGroupList, vocabulary });
}

function aggregatedOf(resources: ResourceTable, isIncluded: (group: string) => boolean): () => AggregatedDiscovery {
  return derivedFrom(resources, () => {
    const included = [...versionsByGroup(resources)].filter(([name]) => isIncluded(name));
    return aggregatedDiscovery(included.map(([name, versions]) => describeGroupFully(name, versions)));
  });
}

function serveGroup({ resources, vocabulary }: DiscoveryOptions, group: string): PathHandler | undefined {
  const versions = versionsByGroup(resources).get(group);
  if (!versions) return undefined;
  const answer: ApiGroup = { kind: "APIGroup", apiVersion: "v1", ...describeGroup(versions) };
  // The aggregation layer sends the groups that other servers may take over. It serves its own group as any route.
  const isRouted = group === vocabulary.bind(aggregationGroup);
  return (call) => writePlain(call, answer, { schema: apiGroup, vocabulary, isRouted });
}

/** @param segments group, version, and what follows them: nothing, where a version itself is asked for */
function serveVersion(
  { resources, vocabulary }: DiscoveryOptions,
  segments: readonly string[],
): PathHandler | undefined {
  const [group = "", version = "", ...rest] = segments;
  const served = rest.length === 0 ? resources.version(group, version) : undefined;
  return (
    served &&
    ((call) => writePlain(call, listApiResources(served), { schema: apiResourceList, vocabulary, isRouted: true }))
  );
}

/** The segments of a path, of which the last may end in a slash. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, "").split("/");
}

interface PlainForm {
  readonly schema: StructSchema;
  readonly vocabulary: Vocabulary;
  /** The reference's router sees the request before the handler. The group lists are answered before it. */
  readonly isRouted?: boolean;
}

async function writePlain(call: Call, answer: object, { schema, vocabulary, isRouted }: PlainForm): Promise<void> {
  if (isRouted) requireRepresentation(call, [...objectMediaTypes, vocabulary.bind(vendorMediaType("protobuf"))]);
  await writeValue(call, 200, answer, negotiateOutput(call, plainOutput(vocabulary)), schema);
}

const unlistedPaths: ReadonlySet<string> = new Set(["/", "/index.html"]);

/** All paths that are no resources, for people who look around. */
function serveIndex(paths: PathTable, resources: ResourceTable): PathHandler {
  return async (call) => {
    const known = new Set([...paths.paths, ...discoveryPaths(resources)]);
    const listed = [...known].filter((path) => !unlistedPaths.has(path)).sort(compareText);
    writeRawJson(call, { paths: listed });
  };
}

function discoveryPaths(resources: ResourceTable): string[] {
  return [...resources.versions].flatMap((served) =>
    served.group === "" ? [`/api/${served.version}`] : [`/apis/${served.group}`, `/apis/${formatGroupVersion(served)}`],
  );
}
