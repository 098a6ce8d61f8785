/** What a request's path names, in the registry's terms. */
import type { AdmissionRequest, Operation } from "../../admission/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace } from "../../registry/index.ts";
import type { EndpointCall, StoredEndpoint } from "../resource-table.ts";

/** The namespace of namespaced resources; empty otherwise. (The path of a namespace names itself.) */
export function namespaceOf({ endpoint, info }: EndpointCall): string {
  return endpoint.served.namespaced ? info.namespace : "";
}

/**
 * Puts the path's namespace into an object of a body.
 * @throws StatusError 400 when the body names another one
 */
export function matchNamespace(request: EndpointCall, object: ApiObject): void {
  ensureNamespace(object, namespaceOf(request));
}

/** @throws StatusError 400 when the body of an update names another object than the path */
export function matchName(request: EndpointCall, object: ApiObject): void {
  const { name } = request.info;
  const named = object.metadata.name ?? "";
  if (named === "") {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (named !== name) {
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`);
  }
}

/** The stored object as clients of the endpoint see it. */
export function documentOf({ view }: StoredEndpoint, stored: ApiObject): ApiObject {
  return view ? view.show(stored) : stored;
}

/**
 * What admission is asked about a request.
 * @param state as clients of the endpoint see it; its objects are read when admission looks at them
 */
export function admissionRequest(
  request: EndpointCall,
  operation: Operation,
  state: {
    readonly object?: ApiObject | undefined;
    readonly oldObject?: ApiObject | undefined;
    readonly dryRun: boolean;
    readonly changesNothing?: boolean | undefined;
  },
): AdmissionRequest {
  const { endpoint, info, call } = request;
  const { dryRun, changesNothing = false } = state;
  return {
    operation,
    kind: endpoint.kind,
    resource: endpoint.served,
    subresource: endpoint.subresource,
    namespace: namespaceOf(request),
    name: info.name || state.object?.metadata.name || "",
    // Objects of which nothing is made yet are made when somebody asks.
    get object() {
      return state.object;
    },
    get oldObject() {
      return state.oldObject;
    },
    dryRun,
    changesNothing,
    user: call.user,
  };
}
