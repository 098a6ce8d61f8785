/**
 * Admission: what may be done besides what the user may do. Two phases: plugins first may change the object, then all
 * see what will be stored and may refuse it.
 */
import type { GroupVersionKind, GroupVersionResource } from "../meta/group-version.ts";
import type { ApiObject } from "../meta/object-meta.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface AdmissionRequest {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** Empty while a name has not been generated, and for collections. */
  readonly name: string;
  /** What is to be stored; absent for deletions. */
  readonly object: ApiObject | undefined;
  /** What is stored; absent for creations. */
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
  /** True: whatever becomes of the request, nothing changes, as with a question about access. */
  readonly changesNothing?: boolean;
  readonly user: { readonly name: string; readonly groups: readonly string[] };
}

export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` names it. */
  readonly name: string;
  handles(operation: Operation): boolean;
  /** True: `admit` refuses, and changes nothing. */
  readonly onlyRefuses?: boolean;
  /** May change `object`, or refuse it. @throws StatusError */
  admit?(request: AdmissionRequest): Promise<void>;
  /** May refuse, and must not change anything. @throws StatusError */
  validate?(request: AdmissionRequest): Promise<void>;
}

/** The plugins of a server, in order. */
export class Admission {
  readonly #plugins: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins;
  }

  /** Whether some plugin may change the objects of such requests. */
  mayChange(operation: Operation): boolean {
    return this.#plugins.some((plugin) => plugin.admit && !plugin.onlyRefuses && plugin.handles(operation));
  }

  async admit(request: AdmissionRequest): Promise<void> {
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
