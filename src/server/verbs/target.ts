/** What a request's path names, in the registry's terms. */
import type { AdmissionOperation, AdmissionRequest } from "../../admission/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace } from "../../registry/index.ts";
import { type EndpointRequest, type StoredEndpoint } from "../served/endpoint.ts";

/** The namespace of namespaced resources; empty otherwise. (The path of a namespace names itself.) */
export function namespaceOf({ endpoint, info }: EndpointRequest): string {
  return endpoint.resourceKind.namespaced ? info.namespace : "";
}

/**
 * Puts the path's namespace into an object of a body.
 * @throws StatusError 400 when the body names another one
 */
export function matchNamespace(request: EndpointRequest, object: ApiObject): void {
  ensureNamespace(object, namespaceOf(request));
}

/** @throws StatusError 400 when the body of an update names another object than the path */
export function matchName(request: EndpointRequest, object: ApiObject): void {
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
export function documentOf({ conversion }: StoredEndpoint, stored: ApiObject): ApiObject {
  return conversion ? conversion.toDocument(stored) : stored;
}

/** What a request would make of an object, as clients of the endpoint see it; made once, when admission looks at it. */
export interface AdmissionState {
  readonly object?: () => ApiObject | undefined;
  readonly oldObject?: () => ApiObject | undefined;
  readonly dryRun: boolean;
  readonly changesNothing?: boolean | undefined;
}

/** What admission is asked about a request. */
export function admissionRequest(
  request: EndpointRequest,
  operation: AdmissionOperation,
  state: AdmissionState,
): AdmissionRequest {
  return new LazyAdmissionRequest(request, operation, state);
}

/** A class, for V8 makes a dictionary of a literal that has getters. */
class LazyAdmissionRequest implements AdmissionRequest {
  readonly operation: AdmissionOperation;
  readonly kind: AdmissionRequest["kind"];
  readonly resource: AdmissionRequest["resource"];
  readonly subresource: string;
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly changesNothing: boolean;
  readonly user: AdmissionRequest["user"];
  readonly #named: string;
  readonly #state: AdmissionState;
  #object: ApiObject | undefined;
  #oldObject: ApiObject | undefined;

  constructor(request: EndpointRequest, operation: AdmissionOperation, state: AdmissionState) {
    const { endpoint, info, call } = request;
    this.operation = operation;
    this.kind = endpoint.documentKind;
    this.resource = endpoint.resourceKind;
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
