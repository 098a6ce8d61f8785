/** Groups and their versions, as discovery lists them. */
import { formatGroupVersion } from "../../meta/group-version.ts";
import { type ResourceTable, type ServedVersion } from "../served/resource-table.ts";
import type { ApiGroup, ApiGroupList } from "./types.ts";

/** The served versions by group, both in the order of registration: the preferred version of a group is its first. */
export function versionsByGroup(resources: ResourceTable): ReadonlyMap<string, readonly ServedVersion[]> {
  const groups = new Map<string, ServedVersion[]>();
  for (const version of resources.versions) {
    const known = groups.get(version.group);
    if (known) known.push(version);
    else groups.set(version.group, [version]);
  }
  return groups;
}

/** @param versions of one group, at least one */
export function describeGroup(versions: readonly ServedVersion[]): ApiGroup {
  const described = versions.map((served) => ({
    groupVersion: formatGroupVersion(served),
    version: served.version,
  }));
  const [preferredVersion] = described;
  return {
    name: versions[0]?.group ?? "",
    versions: described,
    ...(preferredVersion ? { preferredVersion } : {}),
  };
}

/** All groups but the core group. */
export function listGroups(groups: ReadonlyMap<string, readonly ServedVersion[]>): ApiGroupList {
  const named = [...groups].filter(([name]) => name !== "");
  return { kind: "APIGroupList", apiVersion: "v1", groups: named.map(([, versions]) => describeGroup(versions)) };
}
