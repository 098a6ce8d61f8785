/** Keeps an index of roles and bindings equal to the store. */
import { clusterRole, clusterRoleBinding, type PolicyRule, role, roleBinding } from "../../api/index.ts";
import { type BindingContent, RbacIndex, type RbacScope } from "../../authz/index.ts";
import { assert } from "../../base/assert.ts";
import type { ObjectConsumer } from "../../base/object-consumer.ts";
import { type ChangeFeed, FollowerGroup, ObjectFollower } from "../../cache/index.ts";
import { splitKey } from "../../meta/object-key.ts";
import type { StoredResources } from "../../server/index.ts";

/** The index, which has each change before the response of its write is sent. It is loaded when it is first needed. */
export class RbacObjects implements Disposable {
  readonly index = new RbacIndex();
  readonly #followers: FollowerGroup;
  readonly #feed: ChangeFeed;

  /** @param resources include those of Roles, ClusterRoles and their bindings */
  constructor(resources: StoredResources) {
    const roles = followedResource(resources, role);
    this.#feed = roles.services.feed;
    this.#followers = new FollowerGroup(this.#feed, [
      this.#follow(roles, rolesOf(this.index, "namespaced")),
      this.#follow(followedResource(resources, clusterRole), rolesOf(this.index, "cluster")),
      this.#follow(followedResource(resources, roleBinding), bindingsOf(this.index, "namespaced")),
      this.#follow(followedResource(resources, clusterRoleBinding), bindingsOf(this.index, "cluster")),
    ]);
  }

  /** Whether the index has all changes that clients can have seen. If not, wait for `ready` before a decision. */
  get isReady(): boolean {
    return this.#followers.isReady;
  }

  /**
   * Loads the index, unless it is loaded, and waits for changes by other processes of the server.
   * @throws StorageError
   */
  ready(): Promise<void> {
    return this.#followers.ready();
  }

  [Symbol.dispose](): void {
    this.#followers[Symbol.dispose]();
  }

  #follow({ prefix, cache: { format } }: FollowedResource, consumer: ObjectConsumer): ObjectFollower {
    return new ObjectFollower({ feed: this.#feed, prefix, format, consumer });
  }
}

type FollowedResource = NonNullable<ReturnType<StoredResources["get"]>>;

function followedResource(
  resources: StoredResources,
  kind: NonNullable<Parameters<StoredResources["get"]>[0]>,
): FollowedResource {
  const resource = resources.get(kind);
  assert(resource, `${kind.kind} is a stored kind`);
  return resource;
}

/** Returns the consumer that puts roles into the index. */
function rolesOf(index: RbacIndex, scope: RbacScope): ObjectConsumer {
  return {
    set: (key, json) => {
      const { rules } = JSON.parse(json.toString()) as { readonly rules?: readonly PolicyRule[] | null };
      const { namespace, name } = splitKey(key);
      index.setRole(namespace, name, rules?.map(withoutNull));
    },
    delete: (key) => {
      const { namespace, name } = splitKey(key);
      index.deleteRole(namespace, name);
    },
    clear: () => index.clearRoles(scope),
  };
}

/** Returns the consumer that puts bindings into the index. */
function bindingsOf(index: RbacIndex, scope: RbacScope): ObjectConsumer {
  return {
    set: (key, json) => {
      const { namespace, name } = splitKey(key);
      index.setBinding(namespace, name, JSON.parse(json.toString()) as BindingContent);
    },
    delete: (key) => {
      const { namespace, name } = splitKey(key);
      index.deleteBinding(namespace, name);
    },
    clear: () => index.clearBindings(scope),
  };
}

/** Returns a rule without `null` lists. */
function withoutNull({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule) {
  return {
    verbs: verbs ?? [],
    ...(apiGroups ? { apiGroups } : {}),
    ...(resources ? { resources } : {}),
    ...(resourceNames ? { resourceNames } : {}),
    ...(nonResourceURLs ? { nonResourceURLs } : {}),
  };
}
