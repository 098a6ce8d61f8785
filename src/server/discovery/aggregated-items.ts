/** Aggregated discovery: groups with all their versions and resources in one document. */
import { stringifyJson } from "../../codec/index.ts";
import type { ServedVersion } from "../served/resource-table.ts";
import { listApiResources } from "./api-resources.ts";
import type { ApiResource } from "./types.ts";

/** If group and version are empty, those of the enclosing entry apply. */
interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface SubresourceDiscovery {
  readonly subresource: string;
  readonly responseKind: ResponseKind;
  readonly verbs: readonly string[];
}

interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind: ResponseKind;
  readonly scope: "Cluster" | "Namespaced";
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly SubresourceDiscovery[];
}

interface VersionDiscovery {
  readonly version: string;
  readonly resources: readonly ResourceDiscovery[];
  /** `Stale` if the group is served by another server that cannot be reached. */
  readonly freshness: "Current" | "Stale";
}

/** A group in the document. It is the same in v2 and v2beta1. */
export interface GroupDiscovery {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: null };
  readonly versions: readonly VersionDiscovery[];
}

/** A group in one state of its versions. */
export interface GroupDescription {
  readonly versions: readonly ServedVersion[];
  readonly item: GroupDiscovery;
  /** The item as JSON. */
  readonly text: string;
}

/**
 * Returns the description of a group with its versions, resources and subresources.
 * @param name of the group; empty for the core group, whose metadata have no name
 * @param known an earlier description. It is returned if it still applies, because a change of one custom type does not change the
 * groups of a thousand others
 */
export function describeGroupFully(
  name: string,
  versions: readonly ServedVersion[],
  known?: GroupDescription,
): GroupDescription {
  if (known && areSame(known.versions, versions)) return known;
  const item: GroupDiscovery = {
    metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
    versions: versions.map(describeVersion),
  };
  return { versions, item, text: stringifyJson(item) };
}

function describeVersion(served: ServedVersion): VersionDiscovery {
  return { version: served.version, resources: withSubresources(resourcesOf(served)), freshness: "Current" };
}

/** Returns the resources of a version. As in the reference, those of custom types name their group and version. */
function resourcesOf(served: ServedVersion): readonly ApiResource[] {
  const { resources } = listApiResources(served, false);
  if (!served.isAllCustom) return resources;
  const { group, version } = served;
  return resources.map((resource) => ({ group, version, ...resource }));
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function withSubresources(listedResources: readonly ApiResource[]): ResourceDiscovery[] {
  const isSubresource = ({ name }: ApiResource): boolean => name.includes("/");
  const subresources = listedResources.filter(isSubresource);
  return listedResources
    .filter((one) => !isSubresource(one))
    .map((resource) => {
      const prefix = `${resource.name}/`;
      return describe(
        resource,
        subresources.filter(({ name }) => name.startsWith(prefix)),
      );
    });
}

function describe(resource: ApiResource, subresources: readonly ApiResource[]): ResourceDiscovery {
  const { name, namespaced, singularName, verbs, shortNames, categories } = resource;
  return {
    resource: name,
    responseKind: responseKind(resource),
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singularName,
    verbs,
    ...(shortNames ? { shortNames } : {}),
    ...(categories ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources: subresources.map(describeSubresource) } : {}),
  };
}

function describeSubresource(subresource: ApiResource): SubresourceDiscovery {
  const { name, verbs } = subresource;
  return { subresource: name.slice(name.indexOf("/") + 1), responseKind: responseKind(subresource), verbs };
}

function responseKind({ group = "", version = "", kind }: ApiResource): ResponseKind {
  return { group, version, kind };
}
