/** Aggregated discovery: groups with all their versions and resources in one document. */
import { isAllCustom, type ServedResource, type ServedVersion } from "../served/resource-table.ts";
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

/**
 * Returns the description of a group with its versions, resources and subresources.
 * @param name of the group; empty for the core group, whose metadata have no name
 */
export function describeGroupFully(name: string, versions: readonly ServedVersion[]): GroupDiscovery {
  return {
    metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
    versions: versions.map(describeVersion),
  };
}

interface DescribedVersion {
  /** The resources that the description was made from. */
  readonly resources: readonly ServedResource[];
  readonly description: VersionDiscovery;
}

/** The descriptions are kept, because a change of one custom type does not change those of a thousand others. */
const described = new WeakMap<ServedVersion, DescribedVersion>();

function describeVersion(served: ServedVersion): VersionDiscovery {
  const resources = [...served.resources.values()];
  const known = described.get(served);
  if (known && areSame(known.resources, resources)) return known.description;
  const description: VersionDiscovery = {
    version: served.version,
    resources: withSubresources(resourcesOf(served)),
    freshness: "Current",
  };
  described.set(served, { resources, description });
  return description;
}

/** Returns the resources of a version. As in the reference, those of custom types name their group and version. */
function resourcesOf(served: ServedVersion): readonly ApiResource[] {
  const { resources } = listApiResources(served);
  if (!isAllCustom(served)) return resources;
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
