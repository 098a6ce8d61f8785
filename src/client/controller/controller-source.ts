/** What a controller looks at: whatever happens to an object leads to keys. */
import { parseGroupVersion } from "../../meta/group-version.ts";
import { keyOf } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Informer } from "../informer/informer.ts";
import { objectKey } from "../informer/object-key.ts";

/** Which keys are to be looked at when something has happened to an object; it depends on nothing but the object. */
export type KeyMapper<T> = (object: Readonly<T>) => readonly string[];

/** Where a controller has its keys from. */
export interface ControllerSource {
  /** Resolves when everything that is there has been told. */
  readonly synced: Promise<void>;
  /** Tells keys until it is disposed, first those of what is there. */
  watch(add: (key: string) => void): Disposable;
}

/** The keys of the objects themselves, or those that `keys` finds; of a change, of both states. */
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
        updated: (object, former) => {
          addAll(former);
          addAll(object);
        },
        deleted: addAll,
      });
    },
  };
}

/** The keys of the owners of a kind, for what a controller has made: `ownerKeys({ group: "apps", kind: "Deployment" })`. */
export function ownerKeys({ group, kind }: { readonly group: string; readonly kind: string }): KeyMapper<ApiObject> {
  return ({ metadata: { namespace = "", ownerReferences = [] } }) =>
    ownerReferences
      .filter(
        (owner) =>
          owner.controller === true && owner.kind === kind && parseGroupVersion(owner.apiVersion)?.group === group,
      )
      .map(({ name }) => keyOf({ namespace, name }));
}
