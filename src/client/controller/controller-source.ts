/** Sources of a controller's keys: they map each change of an object to the keys to reconcile. */
import { parseGroupVersion } from "../../meta/group-version.ts";
import { keyOf } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Informer } from "../informer/informer.ts";
import { objectKey } from "../informer/object-key.ts";

/** Returns the keys to reconcile after a change of the object. The result must depend only on the object. */
export type KeyMapper<T> = (object: Readonly<T>) => readonly string[];

/** Provides a controller with keys. */
export interface ControllerSource {
  /** Resolves when `watch()` has reported the keys of all existing objects. */
  readonly synced: Promise<void>;
  /**
   * Calls `add` with the keys of all existing objects, and then with the keys of changed ones, until the result is
   * disposed.
   * @param add called with each key
   */
  watch(add: (key: string) => void): Disposable;
}

/**
 * Returns a source of the keys of an informer's objects. After an update, it reports the keys of both the previous and
 * the new state.
 * @param keys maps an object to keys. Default: the object's own key
 * @param informer the informer whose changes are reported; the caller runs it
 * @example
 * ```ts
 * const maps = new Informer(client.api(configMap));
 * const source = controllerSource(maps);
 * ```
 */
export function controllerSource<T extends ApiObject>(
  informer: Informer<T>,
  keys: KeyMapper<T> = (object) => [objectKey(object)],
): ControllerSource {
  return {
    get synced() {
      return informer.synced;
    },
    watch(add) {
      const addAll = (object: Readonly<T>): void => {
        for (const key of keys(object)) add(key);
      };
      return informer.addHandler({
        added: addAll,
        updated: (object, previous) => {
          addAll(previous);
          addAll(object);
        },
        deleted: addAll,
      });
    },
  };
}

/**
 * Returns a mapper from an object to the keys of its controlling owners of one kind. Use it for objects that a
 * controller creates.
 * @param owner group and kind of the owners, in any version
 * @example
 * ```ts
 * const replicaSets = new Informer(client.api(replicaSet));
 * const source = controllerSource(replicaSets, ownerKeys({ group: "apps", kind: "Deployment" }));
 * ```
 */
export function ownerKeys({ group, kind }: { readonly group: string; readonly kind: string }): KeyMapper<ApiObject> {
  return ({ metadata: { namespace = "", ownerReferences = [] } }) =>
    ownerReferences
      .filter(
        (owner) =>
          owner.controller === true && owner.kind === kind && parseGroupVersion(owner.apiVersion)?.group === group,
      )
      .map(({ name }) => keyOf({ namespace, name }));
}
