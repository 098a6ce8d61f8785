/** The object that a request is for, in the terms of the registry. */
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace } from "../../registry/index.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";

/**
 * Returns the namespace of a namespaced resource; empty for other resources. For a request to a Namespace,
 * `info.namespace` is the Namespace's own name.
 */
export function namespaceOf({ endpoint, info }: EndpointRequest): string {
  return endpoint.resourceKind.namespaced ? info.namespace : "";
}

/**
 * Sets the namespace of an object in a body to the one in the path.
 * @throws StatusError 400 if the body has another namespace
 */
export function matchNamespace(request: EndpointRequest, object: ApiObject): void {
  ensureNamespace(object, namespaceOf(request));
}

/** Checks that the object in the body of an update has the name in the path. @throws StatusError 400 */
export function matchName(request: EndpointRequest, object: ApiObject): void {
  const { name } = request.info;
  const bodyName = object.metadata.name ?? "";
  if (bodyName === "") throw undeterminableName(name);
  if (bodyName !== name) {
    throw badRequest(`the name of the object (${bodyName}) does not match the name on the URL (${name})`);
  }
}

/** Returns the error for a body or a patch result without a name. @param name the name in the path */
export function undeterminableName(name: string): Error {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

/** Returns the stored object as clients of the endpoint see it. */
export function documentOf({ conversion }: StoredEndpoint, stored: SharedObject): SharedObject {
  return conversion ? conversion.toDocument(stored) : stored;
}

/** Returns a new document of an endpoint as clients of another endpoint of the same objects see it. */
export function documentAt(target: StoredEndpoint, endpoint: StoredEndpoint, document: ApiObject): ApiObject {
  // A Scale is the same document in all versions of its resource.
  if (target.documentType.kind.apiVersion === endpoint.documentType.kind.apiVersion) return document;
  const stored = endpoint.conversion ? endpoint.conversion.toStored(document, undefined) : document;
  return target.conversion ? target.conversion.toDocument(stored) : stored;
}
