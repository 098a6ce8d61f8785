/**
 * The steps that PUT and every kind of PATCH share. The registry reads the stored object, calls back to have the new
 * one made and checked, and stores it. If another write came first, it calls back again with the newer object.
 */
import type { AdmissionOperation } from "../../admission/index.ts";
import { assert } from "../../base/assert.ts";
import { writableCopy } from "../../base/json-tree.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import { type ObjectWrite, type StoredObject, type UpdateResult, updateObject } from "../../registry/index.ts";
import type { ObjectPreconditions } from "../../schema/index.ts";
import { setOwners, withDerivedOwners } from "../field-owners/document-owners.ts";
import type { ObjectResponse } from "../output/write-object.ts";
import { writeObject } from "../output/write-object.ts";
import type { EndpointRequest, StoredEndpoint } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { admitObject } from "./admit-object.ts";
import { authorizeCreation } from "./authorize-creation.ts";
import { dedupeOwnerReferences } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { settled } from "./settle-conversions.ts";
import { documentAt, documentOf, matchName, matchNamespace, namespaceOf } from "./target.ts";

/** The differences between a PUT, the patch types and an apply. */
export interface ChangePlan {
  /** For error messages. */
  readonly verb: "update" | "patch";
  readonly dryRun: boolean;
  readonly createIfMissing: boolean;
  readonly preconditions?: ObjectPreconditions;
  readonly output: ObjectResponse["output"];
  /**
   * Returns the new document, with its field owners. The caller may modify it. Undefined leaves the stored object as it
   * is.
   * @param existing undefined if the object does not exist
   * @throws StatusError
   */
  makeDocument(existing: ExistingObject | undefined): NewDocument | undefined | Promise<NewDocument | undefined>;
}

/** The document that a change makes. */
export interface NewDocument {
  readonly object: ApiObject;
  /** Whether the document has the same fields as the existing one. Its owners may differ. */
  readonly keepsFields: boolean;
}

/** The existing object of a change, as it is stored and as a document of the endpoint. */
export class ExistingObject {
  readonly stored: StoredObject;
  readonly #endpoint: StoredEndpoint;
  #document: SharedObject | undefined;

  constructor(endpoint: StoredEndpoint, stored: StoredObject) {
    this.#endpoint = endpoint;
    this.stored = stored;
  }

  /**
   * The document of the object. It is made on the first access and must not be modified. It always has the field
   * managers of the object, because a patch can change them. Clients may not see them, as with a Scale.
   */
  get document(): SharedObject {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  #makeDocument(): SharedObject {
    const { object } = this.stored;
    const { conversion, documentType } = this.#endpoint;
    if (!conversion) return object;
    return withDerivedOwners(documentType.schema.canonical(conversion.toDocument(object)).object, conversion, object);
  }
}

/** Changes an object as planned, and sends it. @throws StatusError */
export function changeObject(
  request: EndpointRequest<StoredEndpoint>,
  services: VerbServices,
  plan: ChangePlan,
): Promise<void> {
  return new Change(request, services, plan).run();
}

/** One change. Its methods are in the order in which they run. */
class Change {
  readonly #request: EndpointRequest<StoredEndpoint>;
  readonly #services: VerbServices;
  readonly #plan: ChangePlan;
  /**
   * Operation of the current attempt. Another attempt may find that the object has been created or deleted meanwhile.
   */
  #operation: AdmissionOperation = "UPDATE";

  constructor(request: EndpointRequest<StoredEndpoint>, services: VerbServices, plan: ChangePlan) {
    this.#request = request;
    this.#services = services;
    this.#plan = plan;
  }

  async run(): Promise<void> {
    const { call, endpoint, info } = this.#request;
    const { verb, dryRun, createIfMissing, preconditions } = this.#plan;
    const result = await updateObject(endpoint.resource, {
      namespace: namespaceOf(this.#request),
      name: info.name,
      served: endpoint.resourceKind,
      subresource: endpoint.subresource,
      dryRun,
      verb,
      user: call.user,
      timeStore: call.timeStore,
      rules: endpoint.conversion?.rules,
      createIfMissing,
      ...(preconditions ? { preconditions } : {}),
      warn: (message) => call.warn(message),
      change: (stored) => this.#makeObject(stored),
      check: (written) => this.#checkObject(written),
    });
    await this.#send(result);
  }

  /** Returns the object to store, before the registry validates it. Undefined if the stored object stays as it is. */
  async #makeObject(stored: StoredObject | undefined): Promise<ApiObject | undefined> {
    const { call, endpoint } = this.#request;
    this.#operation = stored ? "UPDATE" : "CREATE";
    const existing = stored && new ExistingObject(endpoint, stored);
    if (existing && endpoint.resource.hooks.remoteConversion) await settled(endpoint, () => existing.document);
    const made = await this.#plan.makeDocument(existing);
    if (made) {
      matchNamespace(this.#request, made.object);
      matchName(this.#request, made.object);
    }
    const document = await this.#admit(made, existing);
    if (!document) return undefined;
    dedupeOwnerReferences(document.object, (message) => call.warn(message), { afterAdmission: true });
    return await settled(endpoint, () => this.#toStored(document, stored));
  }

  /**
   * Runs the mutating phase of admission. Returns the document after it. Undefined if the stored object stays as it is, which plugins
   * see, too.
   */
  async #admit(made: NewDocument | undefined, existing: ExistingObject | undefined): Promise<NewDocument | undefined> {
    const { endpoint } = this.#request;
    const object = made?.object ?? (existing && (writableCopy(existing.document) as ApiObject));
    assert(object, "a change of a missing object makes a document");
    const admitted = await admitObject(this.#request, this.#services, this.#operation, object, {
      object: (target, document) => documentAt(target, endpoint, document),
      oldObject: (target) =>
        target === endpoint ? existing?.document : existing && documentOf(target, existing.stored.object),
      dryRun: this.#plan.dryRun,
    });
    return admitted === object ? made : { object: admitted, keepsFields: false };
  }

  /**
   * Converts the new document to the stored form. If a document of another version has the fields that it had before,
   * only its owners are taken over, because a conversion may spell the same fields in another way.
   */
  #toStored({ object, keepsFields }: NewDocument, stored: StoredObject | undefined): ApiObject {
    const { conversion, resourceKind, subresource } = this.#request.endpoint;
    if (!conversion) return object;
    const updates = { operation: "UPDATE", resource: resourceKind, subresource } as const;
    const isUnmodified = keepsFields && !this.#services.admission.mayChange(updates);
    if (stored && conversion.toStoredWithoutDefaults && isUnmodified) return withOwnersOf(object, stored.copy());
    return conversion.toStored(object, stored?.copy());
  }

  /** Checks the object that is to be stored, after the registry has validated it. Admission validates it last. */
  async #checkObject(written: ObjectWrite): Promise<void> {
    if (this.#operation === "CREATE") await authorizeCreation(this.#request, this.#services.authorizer);
    const request = admissionRequest<SharedObject>(this.#request, this.#services, this.#operation, {
      object: (target) => documentOf(target, written.object),
      oldObject: (target) => written.old && documentOf(target, written.old),
      dryRun: this.#plan.dryRun,
    });
    await this.#services.admission.validate(request);
  }

  #send({ object, created }: UpdateResult): Promise<void> {
    const { call, endpoint } = this.#request;
    const { documentType } = endpoint;
    const status = created ? 201 : 200;
    return writeObject(
      call,
      { documentType, object, status, output: this.#plan.output },
      { compressed: this.#services.compressed },
    );
  }
}

/** Returns the stored object with the owners of a document. */
function withOwnersOf({ metadata: { managedFields } }: ApiObject, stored: ApiObject): ApiObject {
  setOwners(stored, managedFields ?? []);
  return stored;
}
