/** Where operations take place: their paths, what stands for names in them, and how identifiers tell of that. */
import { capitalize } from "../../base/capitalize.ts";
import { type ServedEndpoint } from "../served/endpoint.ts";
import type { OperationArea } from "./operation-names.ts";
import { nameParameter, namespaceParameter, type Parameter } from "./parameters.ts";

export interface Place {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly idBefore: string;
  readonly idAfter: string;
}

/** A collection, in one namespace where it has namespaces. */
export function collectionPlace({ resourceKind }: ServedEndpoint, { root }: OperationArea): Place {
  const { namespaced, resource: plural } = resourceKind;
  if (!namespaced) return { path: `${root}/${plural}`, parameters: [], idBefore: "", idAfter: "" };
  const path = `${root}/namespaces/{namespace}/${plural}`;
  return { path, parameters: [namespaceParameter], idBefore: "Namespaced", idAfter: "" };
}

/** An object of the collection, or its subresource. */
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
