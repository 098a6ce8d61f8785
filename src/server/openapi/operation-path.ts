/** Paths of operations, with their path parameters and the parts of operation ids that describe them. */
import { capitalize } from "../../base/capitalize.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import type { OperationArea } from "./operation-names.ts";
import { nameParameter, namespaceParameter, type Parameter } from "./parameters.ts";

/** Path template with its parameters. The id of the operation contains `idBeforeKind`, the kind and `idAfterKind`. */
export interface OperationPath {
  /** Path with parameters in braces: `/api/v1/namespaces/{namespace}/pods`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  readonly idBeforeKind: string;
  readonly idAfterKind: string;
}

/** Returns the path of a collection. For a namespaced resource, it is the collection in one namespace. */
export function collectionPath({ resourceKind }: ServedEndpoint, { root }: OperationArea): OperationPath {
  const { namespaced, resource: plural } = resourceKind;
  if (!namespaced) return { template: `${root}/${plural}`, parameters: [], idBeforeKind: "", idAfterKind: "" };
  const template = `${root}/namespaces/{namespace}/${plural}`;
  return { template, parameters: [namespaceParameter], idBeforeKind: "Namespaced", idAfterKind: "" };
}

/** Returns the path of an object, or of its subresource if the endpoint serves one. */
export function objectPath(endpoint: ServedEndpoint, area: OperationArea): OperationPath {
  const { resourceKind, subresource } = endpoint;
  const { template, parameters, idBeforeKind } = collectionPath(endpoint, area);
  return {
    template: `${template}/{name}${subresource === "" ? "" : `/${subresource}`}`,
    parameters: [...parameters, nameParameter(resourceKind.kind)],
    idBeforeKind,
    idAfterKind: capitalize(subresource),
  };
}
