/** The object of a request in the versions that policies change. */
import { equalJson } from "../../../base/json-tree.ts";
import type { ApiObject, SharedObject } from "../../../meta/object-meta.ts";
import { settle } from "../../../schema/index.ts";
import type { ObjectVersion } from "../../expressions/index.ts";
import type { MutableRequest, VersionDocuments, VersionedRequest } from "../../plugin.ts";

/** The object in one version, with the changes so far. */
export class WorkingVersion implements ObjectVersion {
  readonly kind: VersionedRequest["kind"];
  readonly resource: VersionedRequest["resource"];
  readonly oldObject: SharedObject | undefined;
  readonly documents: VersionDocuments;
  readonly #version: VersionedRequest;
  #object: ApiObject | undefined;
  #isChanged = false;

  /** @throws PendingConversion */
  constructor(request: MutableRequest, version: VersionedRequest) {
    this.kind = version.kind;
    this.resource = version.resource;
    this.documents = request.documents(version);
    this.#version = version;
    this.#object = this.documents.read();
    this.oldObject = version.oldObject;
  }

  /** The object in canonical form. */
  get object(): ApiObject | undefined {
    return this.#object;
  }

  /** Whether a policy has changed the object. A change can leave the object as it is. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether the object differs from an earlier one. */
  differsFrom(earlier: ApiObject | undefined): boolean {
    return earlier !== this.#object && !equalJson(earlier ?? null, this.#object ?? null);
  }

  /** Replaces the object. @param object in canonical form, with defaults */
  change(object: ApiObject): void {
    this.#object = object;
    this.#isChanged = true;
  }

  /** Makes the object of the request the changed one. @throws StatusError 500 */
  async finish(request: MutableRequest): Promise<void> {
    if (this.#object) await request.replace(this.#version, this.#object);
  }
}

/**
 * The versions of one request. As in the reference, each version has its own changes, and those of the policy that is applied last
 * count.
 */
export class WorkingVersions {
  readonly #request: MutableRequest;
  readonly #known = new Map<VersionedRequest, WorkingVersion>();

  constructor(request: MutableRequest) {
    this.#request = request;
  }

  /** Returns a version. @throws StatusError 500 if a webhook does not convert the object */
  async of(version: VersionedRequest): Promise<WorkingVersion> {
    let known = this.#known.get(version);
    if (!known) {
      known = await settle(() => new WorkingVersion(this.#request, version));
      this.#known.set(version, known);
    }
    return known;
  }
}
