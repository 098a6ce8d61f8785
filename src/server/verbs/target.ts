/** The object that a request is for, in the terms of the registry and of admission. */
import type { AdmissionOperation, AdmissionRequest } from "../../admission/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace } from "../../registry/index.ts";
import { type EndpointRequest, type StoredEndpoint } from "../served/endpoint.ts";

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

/**
 * Objects of an admission request, as clients of the endpoint see them. Each is created when a plugin first reads it.
 */
export interface AdmissionState<T extends SharedObject> {
  readonly object?: () => T | undefined;
  readonly oldObject?: () => SharedObject | undefined;
  readonly dryRun: boolean;
  readonly changesNothing?: boolean | undefined;
}

/** Returns the request as admission plugins see it. */
export function admissionRequest<T extends SharedObject = ApiObject>(
  request: EndpointRequest,
  operation: AdmissionOperation,
  state: AdmissionState<T>,
): AdmissionRequest<T> {
  return new LazyAdmissionRequest(request, operation, state);
}

/** A class, because V8 stores an object literal that has getters as a slow dictionary. */
class LazyAdmissionRequest<T extends SharedObject> implements AdmissionRequest<T> {
  readonly operation: AdmissionOperation;
  readonly kind: AdmissionRequest["kind"];
  readonly resource: AdmissionRequest["resource"];
  readonly subresource: string;
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly changesNothing: boolean;
  readonly user: AdmissionRequest["user"];
  readonly #call: EndpointRequest["call"];
  readonly #pathName: string;
  readonly #state: AdmissionState<T>;
  #object: T | undefined;
  #oldObject: SharedObject | undefined;

  constructor(request: EndpointRequest, operation: AdmissionOperation, state: AdmissionState<T>) {
    const { endpoint, info, call } = request;
    this.operation = operation;
    this.kind = endpoint.documentKind;
    this.resource = endpoint.resourceKind;
    this.subresource = endpoint.subresource;
    this.namespace = namespaceOf(request);
    this.dryRun = state.dryRun;
    this.changesNothing = state.changesNothing ?? false;
    this.user = call.user;
    this.#call = call;
    this.#pathName = info.name;
    this.#state = state;
  }

  warn(message: string): void {
    this.#call.warn(message);
  }

  get name(): string {
    return this.#pathName || this.object?.metadata.name || "";
  }

  get object(): T | undefined {
    this.#object ??= this.#state.object?.();
    return this.#object;
  }

  get oldObject(): SharedObject | undefined {
    this.#oldObject ??= this.#state.oldObject?.();
    return this.#oldObject;
  }
}
