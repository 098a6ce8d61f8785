/** Paths of operations, with their path parameters and the parts of operation ids that describe them. */
import { capitalize } from "../../base/capitalize.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import type { OperationArea } from "./operation-names.ts";
import { nameParameter, namespaceParameter, type Parameter } from "./parameters.ts";

/** Path of an operation. An id contains `idBefore` in front of the kind and `idAfter` behind it. */
export interface Place {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly idBefore: string;
  readonly idAfter: string;
}

/** Returns the path of a collection. For a namespaced resource, it is the collection in one namespace. */
export function collectionPlace({ resourceKind }: ServedEndpoint, { root }: OperationArea): Place {
  const { namespaced, resource: plural } = resourceKind;
  if (!namespaced) return { path: `${root}/${plural}`, parameters: [], idBefore: "", idAfter: "" };
  const path = `${root}/namespaces/{namespace}/${plural}`;
  return { path, parameters: [namespaceParameter], idBefore: "Namespaced", idAfter: "" };
}

/** Returns the path of an object, or of its subresource if the endpoint serves one. */
export function objectPlace(endpoint: ServedEndpoint, area: OperationArea): Place {
  const { resourceKind, subresource } = endpoint;
  const { path, parameters, idBefore } = collectionPlace(endpoint, area);
  return {
    path: `${path}/{name}${subresource === "" ? "" : `/${subresource}`}`,
    parameters: [...parameters, nameParameter(resourceKind.kind)],
    idBefore,
    idAfter: capitalize(subresource),
  };
}
