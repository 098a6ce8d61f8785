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
 * @param showsStorageVersions whether the list shows in which version objects are stored
 */
export function listApiResources(served: ServedVersion, showsStorageVersions: boolean): ApiResourceList {
  const described = (served.isAllCustom ? byPlural(served) : [...served.resources.values()]).flatMap(
    ({ endpoint, subresources }) =>
      [endpoint, ...subresources.values()].map((one) => describeEndpoint(one, showsStorageVersions)),
  );
  const resources = served.isAllCustom ? described : described.sort((one, other) => compareText(one.name, other.name));
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

function describeEndpoint(endpoint: ServedEndpoint, showsStorageVersions: boolean): ApiResource {
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
  return subresource === "" ? { ...common, ...describeObjects(endpoint, showsStorageVersions) } : common;
}

function verbsOf(endpoint: ServedEndpoint): string[] {
  const verbs = [...(endpoint.listedVerbs ?? Object.keys(endpoint.handlers))];
  return isCustom(endpoint) ? verbs : verbs.sort();
}

/**
 * Returns the members that subresources do not have. Objects that are not stored have no storage version hash. As in the reference,
 * custom types always show it.
 */
function describeObjects(endpoint: ServedEndpoint, showsStorageVersions: boolean): Partial<ApiResource> {
  const { resourceKind, resource } = endpoint;
  const { shortNames, categories } = resourceKind.declaration;
  const showsHash = showsStorageVersions || isCustom(endpoint);
  return {
    ...(shortNames.length > 0 ? { shortNames: [...shortNames] } : {}),
    ...(categories.length > 0 ? { categories: [...categories] } : {}),
    ...(resource && showsHash ? { storageVersionHash: storageVersionHash(resource.kind) } : {}),
  };
}
