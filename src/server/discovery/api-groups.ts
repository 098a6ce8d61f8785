/** Groups and their versions, as discovery lists them. */
import { formatGroupVersion } from "../../meta/group-version.ts";
import { type ResourceTable, type ServedVersion } from "../served/resource-table.ts";
import type { ApiGroup, ApiGroupList } from "./types.ts";

/**
 * Returns the served versions by group, in the order of registration. The first version of a group is the preferred
 * one.
 */
export function versionsByGroup(resources: ResourceTable): ReadonlyMap<string, readonly ServedVersion[]> {
  const groups = new Map<string, ServedVersion[]>();
  for (const version of resources.versions) {
    const groupVersions = groups.get(version.group);
    if (groupVersions) groupVersions.push(version);
    else groups.set(version.group, [version]);
  }
  return groups;
}

/**
 * Returns the description of a group.
 * @param versions of the group, at least one
 */
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

/** Returns the list of all groups but the core group. */
export function listGroups(groups: ReadonlyMap<string, readonly ServedVersion[]>): ApiGroupList {
  const namedGroups = [...groups].filter(([name]) => name !== "");
  return { kind: "APIGroupList", apiVersion: "v1", groups: namedGroups.map(([, versions]) => describeGroup(versions)) };
}
