/** The object that a request is for, in the terms of the registry and of admission. */
import type { AdmissionOperation, AdmissionRequest, VersionedRequest } from "../../admission/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { ensureNamespace, type ObjectDeleteOptions } from "../../registry/index.ts";
import type { EndpointRequest, ServedEndpoint, StoredEndpoint } from "../served/endpoint.ts";
import { deleteOptionsDocument, writeOptionsDocument } from "./options/options-document.ts";
import type { VerbServices } from "./services.ts";

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

/**
 * Objects of an admission request, as clients of an endpoint see them. Each is created when a plugin first reads it. The endpoint is that
 * of the request, or another one that serves the same objects.
 */
export interface AdmissionState<T extends SharedObject> {
  readonly object?: (endpoint: StoredEndpoint) => T | undefined;
  readonly oldObject?: (endpoint: StoredEndpoint) => SharedObject | undefined;
  readonly dryRun: boolean;
  readonly changesNothing?: boolean | undefined;
  /** The options of a deletion. Those of other requests are read from the query. */
  readonly deleteOptions?: ObjectDeleteOptions;
}

/** Returns the request as admission plugins see it. */
export function admissionRequest<T extends SharedObject = ApiObject>(
  request: EndpointRequest,
  { table, vocabulary }: Pick<VerbServices, "table" | "vocabulary">,
  operation: AdmissionOperation,
  state: AdmissionState<T>,
): AdmissionRequest<T> {
  return new LazyAdmissionRequest(request, { table, vocabulary }, operation, state);
}

/** The objects of a request in one version. */
class LazyVersion<T extends SharedObject> implements VersionedRequest<T> {
  readonly kind: AdmissionRequest["kind"];
  readonly resource: AdmissionRequest["resource"];
  readonly #endpoint: ServedEndpoint;
  readonly #state: AdmissionState<T>;
  #object: T | undefined;
  #oldObject: SharedObject | undefined;

  constructor(endpoint: ServedEndpoint, state: AdmissionState<T>) {
    this.kind = endpoint.documentKind;
    this.resource = endpoint.resourceKind;
    this.#endpoint = endpoint;
    this.#state = state;
  }

  get object(): T | undefined {
    this.#object ??= this.#state.object?.(this.#endpoint as StoredEndpoint);
    return this.#object;
  }

  get oldObject(): SharedObject | undefined {
    this.#oldObject ??= this.#state.oldObject?.(this.#endpoint as StoredEndpoint);
    return this.#oldObject;
  }
}

/** A class, because V8 stores an object literal that has getters as a slow dictionary. */
class LazyAdmissionRequest<T extends SharedObject> extends LazyVersion<T> implements AdmissionRequest<T> {
  readonly operation: AdmissionOperation;
  readonly subresource: string;
  readonly namespace: string;
  readonly dryRun: boolean;
  readonly changesNothing: boolean;
  readonly user: AdmissionRequest["user"];
  readonly #request: EndpointRequest;
  readonly #services: Pick<VerbServices, "table" | "vocabulary">;
  readonly #requestState: AdmissionState<T>;
  #equivalents: readonly VersionedRequest[] | undefined;

  constructor(
    request: EndpointRequest,
    services: Pick<VerbServices, "table" | "vocabulary">,
    operation: AdmissionOperation,
    state: AdmissionState<T>,
  ) {
    const { endpoint, call } = request;
    super(endpoint, state);
    this.operation = operation;
    this.subresource = endpoint.subresource;
    this.namespace = namespaceOf(request);
    this.dryRun = state.dryRun;
    this.changesNothing = state.changesNothing ?? false;
    this.user = call.user;
    this.#request = request;
    this.#services = services;
    this.#requestState = state;
  }

  warn(message: string): void {
    this.#request.call.warn(message);
  }

  annotate(key: string, value: string): void {
    this.#request.call.annotate(key, value);
  }

  get name(): string {
    // The options of a connection have no metadata.
    return this.#request.info.name || (this.object as Partial<ApiObject> | undefined)?.metadata?.name || "";
  }

  get equivalents(): readonly VersionedRequest[] {
    this.#equivalents ??= this.#services.table
      .equivalents(this.#request.endpoint)
      .map((endpoint) => new LazyVersion(endpoint, this.#requestState));
    return this.#equivalents;
  }

  get options(): AdmissionRequest["options"] {
    const { call } = this.#request;
    const { vocabulary } = this.#services;
    switch (this.operation) {
      case "CREATE":
        return writeOptionsDocument(call, "CreateOptions", vocabulary);
      case "UPDATE":
        return writeOptionsDocument(call, "UpdateOptions", vocabulary);
      case "DELETE":
        return deleteOptionsDocument(this.#requestState.deleteOptions ?? { dryRun: this.dryRun }, vocabulary);
      case "CONNECT":
        return undefined;
    }
  }
}
