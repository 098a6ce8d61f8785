/**
 * Discovery: which groups, versions and resources there are. Everything is derived from the table of resources, again
 * when it changes.
 */
import { compareText } from "../../base/compare-text.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import type { Call } from "../call.ts";
import { negotiateOutput, plainOutput } from "../output/negotiate-output.ts";
import { writeValue } from "../output/write-body.ts";
import type { ResourceTable } from "../resource-table.ts";
import type { PathHandler, PathTable } from "../route.ts";
import { type AggregatedDiscovery, aggregatedDiscovery, readAggregatedForm, writeAggregated } from "./aggregated.ts";
import { describeGroupFully } from "./aggregated-items.ts";
import { describeGroup, listGroups, versionsByGroup } from "./api-groups.ts";
import { listApiResources } from "./api-resources.ts";
import { derivedFrom } from "./derived.ts";
import { writeRawJson } from "./raw-json.ts";
import type { ApiGroup, ApiVersions } from "./types.ts";

export interface DiscoveryOptions {
  readonly resources: ResourceTable;
  /** Where clients reach the server: host and port. Asked with every answer that shows it. */
  readonly serverAddress: () => string;
}

/** Serves `/`, `/api`, `/apis` and what is below them but no resource. */
export function installDiscovery(paths: PathTable, options: DiscoveryOptions): void {
  const { resources } = options;
  const index = serveIndex(paths, resources);
  paths.add("/", index);
  paths.add("/index.html", index);
  paths.add("/api", serveCoreGroup(options));
  paths.addBelow("/api", (rest) => serveVersion(resources, ["", ...segmentsOf(rest)]));
  const groups = serveGroups(resources);
  paths.add("/apis", groups);
  paths.add("/apis/", groups);
  paths.addBelow("/apis", (rest) => {
    const [group = "", ...more] = segmentsOf(rest);
    if (group === "") return undefined;
    return more.length === 0 ? serveGroup(resources, group) : serveVersion(resources, [group, ...more]);
  });
}

function serveCoreGroup({ resources, serverAddress }: DiscoveryOptions): PathHandler {
  const aggregated = aggregatedOf(resources, (name) => name === "");
  return async (call) => {
    const form = readAggregatedForm(call);
    if (form) return writeAggregated(call, form, aggregated());
    const answer: ApiVersions = {
      kind: "APIVersions",
      versions: (versionsByGroup(resources).get("") ?? []).map(({ version }) => version),
      serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: serverAddress() }],
    };
    await writePlain(call, answer);
  };
}

function serveGroups(resources: ResourceTable): PathHandler {
  const aggregated = aggregatedOf(resources, (name) => name !== "");
  return async (call) => {
    const form = readAggregatedForm(call);
    if (form) await writeAggregated(call, form, aggregated());
    else await writePlain(call, listGroups(versionsByGroup(resources)));
  };
}

function aggregatedOf(resources: ResourceTable, isIncluded: (group: string) => boolean): () => AggregatedDiscovery {
  return derivedFrom(resources, () => {
    const included = [...versionsByGroup(resources)].filter(([name]) => isIncluded(name));
    return aggregatedDiscovery(included.map(([name, versions]) => describeGroupFully(name, versions)));
  });
}

function serveGroup(resources: ResourceTable, group: string): PathHandler | undefined {
  const versions = versionsByGroup(resources).get(group);
  if (!versions) return undefined;
  const answer: ApiGroup = { kind: "APIGroup", apiVersion: "v1", ...describeGroup(versions) };
  return (call) => writePlain(call, answer);
}

/** @param segments group, version, and what follows them: nothing, where a version itself is asked for */
function serveVersion(resources: ResourceTable, segments: readonly string[]): PathHandler | undefined {
  const [group = "", version = "", ...rest] = segments;
  const served = rest.length === 0 ? resources.version(group, version) : undefined;
  return served && ((call) => writePlain(call, listApiResources(served)));
}

/** The segments of a path, of which the last may end in a slash. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, "").split("/");
}

async function writePlain(call: Call, answer: object): Promise<void> {
  await writeValue(call, 200, answer, negotiateOutput(call, plainOutput));
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
