/** The resources of a group version, as discovery lists them. */
import { compareText } from "../../base/compare-text.ts";
import { formatGroupVersion } from "../../meta/group-version.ts";
import { isCustom, type ServedEndpoint } from "../served/endpoint.ts";
import { type ServedResource, type ServedVersion } from "../served/resource-table.ts";
import { storageVersionHash } from "./storage-version-hash.ts";
import type { ApiResource, ApiResourceList } from "./types.ts";

/**
 * Returns the list of resources and subresources in a group version, sorted by name. As in the reference, the subresources and verbs
 * of custom types have another order.
 */
export function listApiResources(served: ServedVersion): ApiResourceList {
  const resources = served.isAllCustom ? byPlural(served).flatMap(describeResource) : byName(served);
  return {
    kind: "APIResourceList",
    // The reference sends no apiVersion in the list of the core group.
    ...(served.group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: formatGroupVersion(served),
    resources: [...resources],
  };
}

function byPlural({ resources }: ServedVersion): readonly ServedResource[] {
  return [...resources].sort(([left], [right]) => compareText(left, right)).map(([, served]) => served);
}

function byName({ resources }: ServedVersion): readonly ApiResource[] {
  return [...resources.values()].flatMap(describeResource).sort((left, right) => compareText(left.name, right.name));
}

function describeResource({ endpoint, subresources }: ServedResource): ApiResource[] {
  return [endpoint, ...subresources.values()].map(describeEndpoint);
}

function describeEndpoint(endpoint: ServedEndpoint): ApiResource {
  const { resourceKind, subresource, documentKind } = endpoint;
  const { resource: plural, group, version, namespaced, declaration } = resourceKind;
  const isForeign = documentKind.group !== group || documentKind.version !== version;
  const common = {
    name: subresource === "" ? plural : `${plural}/${subresource}`,
    singularName: subresource === "" ? declaration.singular : "",
    namespaced,
    ...(isForeign ? { group: documentKind.group, version: documentKind.version } : {}),
    kind: documentKind.kind,
    verbs: verbsOf(endpoint),
  };
  return subresource === "" ? { ...common, ...describeObjects(endpoint) } : common;
}

function verbsOf(endpoint: ServedEndpoint): string[] {
  const verbs = [...(endpoint.listedVerbs ?? Object.keys(endpoint.handlers))];
  return isCustom(endpoint) ? verbs : verbs.sort();
}

/** Returns the members that subresources do not have. Objects that are not stored have no storage version hash. */
function describeObjects({ resourceKind, resource }: ServedEndpoint): Partial<ApiResource> {
  const { shortNames, categories } = resourceKind.declaration;
  return {
    ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
    ...(categories.length > 0 ? { categories: [...categories] } : {}),
    ...(resource ? { storageVersionHash: storageVersionHash(resource.kind) } : {}),
  };
}
