/** What a request's path names, in the registry's terms. */
import type { AdmissionRequest, Operation } from "../../admission/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace } from "../../registry/index.ts";
import type { EndpointCall, StoredEndpoint } from "../served/resource-table.ts";

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
  if (named === "") throw undeterminableName(name);
  if (named !== name) {
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`);
  }
}

/** Returns the error for a body or a patch result without a name. @param name the one in the path */
export function undeterminableName(name: string): Error {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

/** The stored object as clients of the endpoint see it. */
export function documentOf({ view }: StoredEndpoint, stored: ApiObject): ApiObject {
  return view ? view.show(stored) : stored;
}

/** What a request would make of an object, as clients of the endpoint see it; made once, when admission looks at it. */
export interface AskedState {
  readonly object?: () => ApiObject | undefined;
  readonly oldObject?: () => ApiObject | undefined;
  readonly dryRun: boolean;
  readonly changesNothing?: boolean | undefined;
}

/** What admission is asked about a request. */
export function admissionRequest(request: EndpointCall, operation: Operation, state: AskedState): AdmissionRequest {
  return new Asked(request, operation, state);
}

/** A class, for V8 makes a dictionary of a literal that has getters. */
class Asked implements AdmissionRequest {
  readonly operation: Operation;
  readonly kind: AdmissionRequest["kind"];
  readonly resource: AdmissionRequest["resource"];
  readonly subresource: string;
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly changesNothing: boolean;
  readonly user: AdmissionRequest["user"];
  readonly #named: string;
  readonly #state: AskedState;
  #object: ApiObject | undefined;
  #oldObject: ApiObject | undefined;

  constructor(request: EndpointCall, operation: Operation, state: AskedState) {
    const { endpoint, info, call } = request;
    this.operation = operation;
    this.kind = endpoint.kind;
    this.resource = endpoint.served;
    this.subresource = endpoint.subresource;
    this.namespace = namespaceOf(request);
    this.dryRun = state.dryRun;
    this.changesNothing = state.changesNothing ?? false;
    this.user = call.user;
    this.#named = info.name;
    this.#state = state;
  }

  get name(): string {
    return this.#named || this.object?.metadata.name || "";
  }

  get object(): ApiObject | undefined {
    this.#object ??= this.#state.object?.();
    return this.#object;
  }

  get oldObject(): ApiObject | undefined {
    this.#oldObject ??= this.#state.oldObject?.();
    return this.#oldObject;
  }
}
