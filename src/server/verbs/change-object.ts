/**
 * What PUT and every sort of PATCH have in common: the new document is made of the old one, owned, admitted, stored and
 * answered; made again, on a newer state, when somebody else was faster.
 */
import type { AdmissionRequest } from "../../admission/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type StoredObject, updateObject, type Written } from "../../registry/index.ts";
import type { ObjectPreconditions } from "../../schema/index.ts";
import { setOwners, withDerivedOwners } from "../field-owners/document-owners.ts";
import type { ObjectResponse } from "../output/write-object.ts";
import { writeObject } from "../output/write-object.ts";
import { type EndpointRequest, type StoredEndpoint } from "../served/endpoint.ts";
import { authorizeCreation } from "./authorize-creation.ts";
import { dedupeOwnerReferences } from "./owner-references.ts";
import type { VerbServices } from "./services.ts";
import { admissionRequest, documentOf, matchName, matchNamespace, namespaceOf } from "./target.ts";

/**
 * The existing object, as it is stored and as clients of the endpoint see it. The document of the endpoint always has the
 * field managers of the object, even if clients do not see them, as with a Scale: a patch can change them. It is made on
 * the first access and must not be modified.
 */
export class Before {
  readonly stored: StoredObject;
  readonly #endpoint: StoredEndpoint;
  #document: ApiObject | undefined;

  constructor(endpoint: StoredEndpoint, stored: StoredObject) {
    this.#endpoint = endpoint;
    this.stored = stored;
  }

  get document(): ApiObject {
    this.#document ??= this.#makeDocument();
    return this.#document;
  }

  #makeDocument(): ApiObject {
    const { object } = this.stored;
    const { conversion, documentType } = this.#endpoint;
    if (!conversion) return object;
    return withDerivedOwners(documentType.schema.canonical(conversion.toDocument(object)).object, conversion, object);
  }
}

export interface ObjectChange {
  /** `update` or `patch`, for messages. */
  readonly verb: string;
  readonly dryRun: boolean;
  readonly createIfMissing: boolean;
  readonly preconditions?: ObjectPreconditions;
  readonly output: ObjectResponse["output"];
  /**
   * The new document, with its owners, which is nobody else's; undefined: the one that there is.
   * @param before undefined: there is none
   * @throws StatusError
   */
  make(before: Before | undefined): ApiObject | undefined | Promise<ApiObject | undefined>;
  /** Whether the last result of `make()` has the same fields as the document before, maybe with other owners. Default: no. */
  keepsFields?(): boolean;
}

/** @throws StatusError */
export async function changeObject(
  request: EndpointRequest<StoredEndpoint>,
  services: VerbServices,
  change: ObjectChange,
): Promise<void> {
  const { call, endpoint, info } = request;
  const { verb, dryRun, createIfMissing, preconditions, output } = change;
  const attempt = new ChangeAttempt(request, services, change);
  const result = await updateObject(endpoint.resource, {
    namespace: namespaceOf(request),
    name: info.name,
    served: endpoint.resourceKind,
    subresource: endpoint.subresource,
    dryRun,
    verb,
    user: call.user,
    rules: endpoint.conversion?.rules,
    createIfMissing,
    ...(preconditions ? { preconditions } : {}),
    warn: (message) => call.warn(message),
    change: (stored) => attempt.make(stored),
    check: (written) => attempt.check(written),
  });
  const status = result.created ? 201 : 200;
  await writeObject(
    call,
    { documentType: endpoint.documentType, object: result.object, status, output },
    services.compressed,
  );
}

/** Makes and checks the new object. The registry calls it again if the update conflicted. */
class ChangeAttempt {
  readonly #request: EndpointRequest<StoredEndpoint>;
  readonly #services: VerbServices;
  readonly #change: ObjectChange;
  #isNew = false;

  constructor(request: EndpointRequest<StoredEndpoint>, services: VerbServices, change: ObjectChange) {
    this.#request = request;
    this.#services = services;
    this.#change = change;
  }

  /** Returns the object to store. Undefined if the stored object stays as it is. */
  async make(stored: StoredObject | undefined): Promise<ApiObject | undefined> {
    const { call, endpoint } = this.#request;
    this.#isNew = !stored;
    const before = stored && new Before(endpoint, stored);
    const object = await this.#change.make(before);
    if (object) {
      matchNamespace(this.#request, object);
      matchName(this.#request, object);
    }
    const question = this.#question(
      () => object ?? before?.document,
      () => before?.document,
    );
    await this.#services.admission.admit(question);
    if (!object) return undefined;
    dedupeOwnerReferences(object, (message) => call.warn(message), { afterAdmission: true });
    const keepsFields = !this.#services.admission.mayChange("UPDATE") && this.#change.keepsFields?.();
    if (stored && endpoint.conversion?.toStoredWithoutDefaults && keepsFields)
      return withOwnersOf(object, stored.copy());
    return endpoint.conversion?.toStored(object, stored?.copy()) ?? object;
  }

  async check(written: Written): Promise<void> {
    const { endpoint } = this.#request;
    if (this.#isNew) await authorizeCreation(this.#request, this.#services.authorizer);
    const question = this.#question(
      () => documentOf(endpoint, written.object),
      () => written.old && documentOf(endpoint, written.old),
    );
    await this.#services.admission.validate(question);
  }

  #question(object: () => ApiObject | undefined, oldObject: () => ApiObject | undefined): AdmissionRequest {
    const { dryRun } = this.#change;
    return admissionRequest(this.#request, this.#isNew ? "CREATE" : "UPDATE", { object, oldObject, dryRun });
  }
}

/**
 * Returns the stored object with the owners of a document of another version. The document has the same fields, but the
 * stored object may spell them in another way.
 */
function withOwnersOf({ metadata: { managedFields } }: ApiObject, stored: ApiObject): ApiObject {
  setOwners(stored, managedFields ?? []);
  return stored;
}
