/** A request in the terms of admission. */
import type {
  AdmissionOperation,
  AdmissionRequest,
  MutableRequest,
  VersionDocuments,
  VersionedRequest,
} from "../../admission/index.ts";
import { assert } from "../../base/assert.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import type { ObjectDeleteOptions } from "../../registry/index.ts";
import type { CompiledSchema } from "../../schema/index.ts";
import { type EndpointRequest, isCustom, type ServedEndpoint, type StoredEndpoint } from "../served/endpoint.ts";
import { deleteOptionsDocument, writeOptionsDocument } from "./options/options-document.ts";
import { type DocumentForm, decodeReplacement, readReplacement } from "./replacement.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";
import { documentAt, namespaceOf } from "./target.ts";
import { endpointDocuments, optionsDocuments, withoutUnsetTime } from "./version-documents.ts";

/**
 * Objects of an admission request, as clients of an endpoint see them. Each is created when a plugin first reads it. The endpoint is that
 * of the request, or another one that serves the same objects.
 */
export interface AdmissionState<T extends SharedObject> {
  readonly object?: (endpoint: StoredEndpoint) => T | undefined;
  readonly oldObject?: ((endpoint: StoredEndpoint) => SharedObject | undefined) | undefined;
  /** Takes over an object that a plugin has replaced, as a document of the request's endpoint. Absent: it cannot be replaced. */
  readonly replaceObject?: (document: T) => void;
  /** The schema of the options of a connection. Absent: that of the endpoint. */
  readonly optionsSchema?: CompiledSchema<ApiObject>;
  /**
   * The name of a new object as the client sent it. As in the reference, it stays the name of the request if a plugin changes that of the
   * object. Empty or absent: the name of the object.
   */
  readonly sentName?: string | undefined;
  readonly dryRun: boolean;
  readonly changesNothing?: boolean | undefined;
  /** The options of a deletion. Those of other requests are read from the query. */
  readonly deleteOptions?: ObjectDeleteOptions;
}

type RequestServices = Pick<VerbServices, "table" | "vocabulary" | "clock" | "compiler">;

/** Returns the request as admission plugins see it. */
export function admissionRequest<T extends SharedObject = ApiObject>(
  request: EndpointRequest,
  services: RequestServices,
  operation: AdmissionOperation,
  state: AdmissionState<T>,
): AdmissionRequest<T> & Pick<MutableRequest, "documents" | "replace"> {
  return new LazyAdmissionRequest(request, services, operation, state);
}

/** The objects of a request in one version. */
class LazyVersion<T extends SharedObject> implements VersionedRequest<T> {
  readonly kind: AdmissionRequest["kind"];
  readonly resource: AdmissionRequest["resource"];
  readonly endpoint: StoredEndpoint;
  readonly form: DocumentForm;
  readonly #state: AdmissionState<T>;
  #object: T | undefined;
  #oldObject: SharedObject | undefined;

  /** @param form how documents of this version are read and shown */
  constructor(endpoint: ServedEndpoint, state: AdmissionState<T>, form: DocumentForm) {
    this.form = form;
    this.kind = endpoint.documentKind;
    this.resource = endpoint.resourceKind;
    this.endpoint = endpoint as StoredEndpoint;
    this.#state = state;
  }

  get object(): T | undefined {
    this.#object ??= this.#state.object?.(this.endpoint);
    return this.#object;
  }

  get oldObject(): SharedObject | undefined {
    this.#oldObject ??= this.#state.oldObject?.(this.endpoint);
    return this.#oldObject;
  }

  objectText(): string | undefined {
    const { object, endpoint, form } = this;
    const completed = object && endpoint.conversion?.complete?.(object as unknown as ApiObject);
    return object && documentText(endpoint, completed ?? object, form);
  }

  oldObjectText(): string | undefined {
    return this.oldObject && documentText(this.endpoint, this.oldObject, this.form);
  }

  /** Makes the object again when it is next read. */
  forgetObject(): void {
    this.#object = undefined;
  }
}

/** Returns the JSON of a document in canonical form. The options of a connection have no canonical form. */
function documentText(endpoint: ServedEndpoint, document: SharedObject, form: DocumentForm): string {
  if (endpoint.connection) return stringifyJson(document, { exact: true });
  const { object, needsExactJson } = endpoint.documentType.schema.canonical(document, form);
  const shown = isCustom(endpoint) ? withoutUnsetTime(object) : object;
  return stringifyJson(shown, { exact: needsExactJson });
}

const ownForm: DocumentForm = { keepsUnknown: false };

/**
 * Returns the form of documents in another version than that of the request. If no webhook converts the versions of a custom type, then,
 * as in the reference, a document has all members that it has in the version of the request. Otherwise a plugin that changes it in the
 * other version would remove them.
 */
function equivalentForm(endpoint: ServedEndpoint): DocumentForm {
  const { resource } = endpoint as Partial<StoredEndpoint>;
  return { keepsUnknown: isCustom(endpoint) && !resource?.hooks.remoteConversion };
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
  readonly #services: RequestServices;
  readonly #requestState: AdmissionState<T>;
  #equivalents: readonly LazyVersion<T>[] | undefined;

  constructor(
    request: EndpointRequest,
    services: RequestServices,
    operation: AdmissionOperation,
    state: AdmissionState<T>,
  ) {
    const { endpoint, call } = request;
    super(endpoint, state, ownForm);
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

  annotateObjects(key: string, value: () => string): void {
    this.#request.call.annotateObjects(key, value);
  }

  addLatency(part: string, durationMs: number, combine: "sum" | "longest"): void {
    this.#request.call.addLatency(part, durationMs, combine);
  }

  get name(): string {
    const sentName = this.#request.info.name || this.#requestState.sentName;
    // The options of a connection have no metadata.
    return sentName || (this.object as Partial<ApiObject> | undefined)?.metadata?.name || "";
  }

  get signal(): AbortSignal {
    return this.#request.call.signal;
  }

  remainingMs(): number {
    return this.#request.call.deadlineMs - this.#services.clock.monotonicMs();
  }

  get equivalents(): readonly LazyVersion<T>[] {
    this.#equivalents ??= this.#services.table
      .equivalents(this.#request.endpoint)
      .map((endpoint) => new LazyVersion(endpoint, this.#requestState, equivalentForm(endpoint)));
    return this.#equivalents;
  }

  documents(version: VersionedRequest): VersionDocuments {
    const known = this.#version(version);
    const { optionsSchema } = this.#requestState;
    return optionsSchema
      ? optionsDocuments(optionsSchema, known)
      : endpointDocuments(known.endpoint, known, { compiler: this.#services.compiler, form: known.form });
  }

  #version(version: VersionedRequest): LazyVersion<T> {
    const known = [this, ...this.equivalents].find((one) => one === version);
    assert(known, "the version is one of this request");
    return known;
  }

  async replace(version: VersionedRequest, document: unknown): Promise<boolean> {
    const { replaceObject, optionsSchema } = this.#requestState;
    const changed = this.#version(version);
    assert(replaceObject, "the object of this request can be replaced");
    if (optionsSchema) {
      replaceObject(decodeReplacement(optionsSchema, document) as SharedObject as T);
      this.forgetObject();
      return true;
    }
    const { endpoint } = changed;
    return await settled(endpoint, () => {
      const { object, isChanged } = readReplacement(endpoint, changed.object, document, changed.form);
      replaceObject(documentAt(this.endpoint, endpoint, object) as SharedObject as T);
      for (const one of [this, ...this.equivalents]) one.forgetObject();
      return isChanged;
    });
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
