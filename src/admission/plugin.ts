/**
 * Admission: checks and changes of authorized requests. It has two phases. First, plugins may change the object. Then
 * they see the object that will be stored, and may reject the request.
 */
import type { GroupVersionKind, GroupVersionResource } from "../meta/group-version.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import type { StatusResponseDetails } from "../meta/status.ts";
import { forbidden, type StatusError } from "../meta/status-error.ts";
import type { User } from "../meta/user.ts";

/** The operations that admission distinguishes. */
export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** A request as admission plugins see it. */
export interface AdmissionRequest<T extends SharedObject = SharedObject> {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty for collections, and while the name has not been generated yet. */
  readonly name: string;
  /** The object to be stored. Undefined for deletions. */
  readonly object: T | undefined;
  /** The stored object. Undefined for creates. */
  readonly oldObject: SharedObject | undefined;
  readonly dryRun: boolean;
  /** Whether the request never changes stored objects, such as an access review. */
  readonly changesNothing?: boolean;
  readonly user: User;
}

/** Returns the 403 with which a plugin rejects a request. */
export function rejectedRequest(
  { resource, name, object }: AdmissionRequest,
  why: string,
  causes?: StatusResponseDetails["causes"],
): StatusError {
  const { name: objectName, generateName } = object?.metadata ?? {};
  return forbidden(resource, name || objectName || generateName || "Unknown", why, causes);
}

/** A check or change of authorized requests. It implements `admit`, `validate` or both. */
export interface AdmissionPlugin {
  /** The name in `--enable-admission-plugins`. */
  readonly name: string;
  handles(operation: AdmissionOperation): boolean;
  /** Whether `admit` only rejects requests and never changes objects. */
  readonly onlyRejects?: boolean;
  /** May change `object`, and may reject the request. @throws StatusError to reject it */
  admit?(request: AdmissionRequest<ApiObject>): Promise<void>;
  /** May reject the request, and must not change anything. @throws StatusError to reject it */
  validate?(request: AdmissionRequest): Promise<void>;
}

/** Runs the plugins of a server in their order. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins;
  }

  /** Whether any plugin may change objects in requests of this operation. */
  mayChange(operation: AdmissionOperation): boolean {
    return this.#plugins.some((plugin) => plugin.admit && !plugin.onlyRejects && plugin.handles(operation));
  }

  async admit(request: AdmissionRequest<ApiObject>): Promise<void> {
    for (const plugin of this.#plugins) {
      if (plugin.admit && plugin.handles(request.operation)) await plugin.admit(request);
    }
  }

  async validate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#plugins) {
      if (plugin.validate && plugin.handles(request.operation)) await plugin.validate(request);
    }
  }
}
