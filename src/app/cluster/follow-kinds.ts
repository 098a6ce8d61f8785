/** Passes the objects of built-in kinds to consumers in each process, for policies and webhooks. */
import type { FollowedKind } from "../../admission/index.ts";
import type { FollowedObjects, ObjectConsumer } from "../../base/object-consumer.ts";
import { type CachedObject, FollowerGroup, ObjectFollower } from "../../cache/index.ts";
import type { Resource } from "../../registry/index.ts";
import type { StoredResources } from "../../server/index.ts";

/** The resources, and how they are followed. */
export interface FollowParts {
  readonly registry: { readonly resources: StoredResources };
  /** Whether another thread has the store, so that changes cannot be followed. */
  readonly isStoreElsewhere: boolean;
}

/** Returns the followed objects. Kinds that are not served have none. */
export function followKinds(
  kinds: readonly FollowedKind[],
  { registry, isStoreElsewhere }: FollowParts,
): FollowedObjects {
  const followed = kinds.flatMap(({ kind, consumer }) => {
    const resource = registry.resources.get(kind);
    return resource ? [{ resource, consumer }] : [];
  });
  const [first] = followed;
  if (!first) return nothing;
  if (isStoreElsewhere) return new RereadObjects(followed);
  const { feed } = first.resource.services;
  return new FollowerGroup(
    feed,
    followed.map(
      ({ resource: { prefix, cache }, consumer }) =>
        new ObjectFollower({ feed, prefix, format: cache.format, consumer }),
    ),
  );
}

const nothing: FollowedObjects = { isReady: true, ready: () => Promise.resolve() };

interface RereadResource {
  readonly resource: Resource;
  readonly consumer: ObjectConsumer;
}

/** Reads the objects again before each use, in the thread that has no store. Only changed objects are passed on. */
class RereadObjects implements FollowedObjects {
  readonly #resources: readonly RereadResource[];
  readonly #revisions = new Map<RereadResource, ReadonlyMap<string, number>>();

  constructor(resources: readonly RereadResource[]) {
    this.#resources = resources;
  }

  /** Always true, because the question is the beginning of a use. */
  get isReady(): boolean {
    for (const followed of this.#resources) this.#reread(followed);
    return true;
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  #reread(followed: RereadResource): void {
    const { resource, consumer } = followed;
    const known = this.#revisions.get(followed) ?? new Map<string, number>();
    const present = new Map<string, number>();
    for (const object of readable(resource)) {
      present.set(object.key, object.revision);
      if (known.get(object.key) !== object.revision) consumer.set(object.key, object.bytes);
    }
    for (const key of known.keys()) if (!present.has(key)) consumer.delete(key);
    this.#revisions.set(followed, present);
  }
}

function readable({ cache }: Resource): readonly CachedObject[] {
  return [...cache.snapshot().objects.iterate("")].filter(({ unreadable }) => !unreadable);
}
