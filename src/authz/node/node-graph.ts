/**
 * Which objects are related to which node: through the Pods that are bound to the node, the volumes of their claims, and
 * objects that name the node. Every change is applied in the time that the changed object takes, and every question is
 * answered from maps.
 */
import { CountedIds } from "./counted-ids.ts";
import { ObjectIds } from "./object-ids.ts";

/** Resources whose objects Pods use. */
export type UsedResource = "configmaps" | "persistentvolumeclaims" | "resourceclaims" | "secrets" | "serviceaccounts";

/** Resources whose objects name their node. */
export type AssignedResource = "resourceslices" | "volumeattachments";

/** Resources whose objects can be related to a node. */
export type RelatedResource = AssignedResource | UsedResource | "persistentvolumes" | "pods";

/** An object in the namespace of the Pod that uses it. */
export interface PodReference {
  readonly resource: UsedResource;
  readonly name: string;
}

/** A Pod that is bound to a node. */
export interface BoundPod {
  readonly nodeName: string;
  readonly references: readonly PodReference[];
}

/** Namespace and name of an object. */
export interface ObjectPlace {
  readonly namespace: string;
  readonly name: string;
}

/** A PersistentVolume that is bound to a claim. */
export interface BoundVolume {
  readonly claim: ObjectPlace;
  /** Secrets that nodes need to mount the volume. */
  readonly secrets: readonly ObjectPlace[];
}

/** The objects that the Pods of one node use. */
interface UsedObjects {
  readonly nodeName: string;
  readonly claims: CountedIds;
  readonly others: CountedIds;
  podCount: number;
}

interface PodEntry {
  readonly used: UsedObjects;
  readonly claims: readonly number[];
  readonly others: readonly number[];
}

interface VolumeEntry {
  readonly claim: number;
  readonly secrets: readonly number[];
}

const noIds: readonly number[] = [];

/** The relations between objects and nodes. */
export class NodeGraph {
  readonly #ids = new ObjectIds();
  readonly #usedByNode = new Map<string, UsedObjects>();
  /** By namespace and name. */
  readonly #pods = new Map<string, PodEntry>();
  readonly #volumes = new Map<string, VolumeEntry>();
  /** Claims of the volumes that need a Secret, by the Secret's id. */
  readonly #claimsBySecret = new Map<number, CountedIds>();
  readonly #nodeByObject: Readonly<Record<AssignedResource, Map<string, string>>> = {
    resourceslices: new Map(),
    volumeattachments: new Map(),
  };

  /** Adds a Pod, or replaces its relations. @param pod undefined for a Pod that has no node */
  setPod({ namespace, name }: ObjectPlace, pod: BoundPod | undefined): void {
    const key = placeKey(namespace, name);
    const previous = this.#pods.get(key);
    if (pod) this.#pods.set(key, this.#addPod(namespace, pod));
    else this.#pods.delete(key);
    if (previous) this.#releasePod(previous);
  }

  removePod(place: ObjectPlace): void {
    this.setPod(place, undefined);
  }

  /** Adds a PersistentVolume, or replaces its relations. @param volume undefined for a volume that has no claim */
  setVolume(name: string, volume: BoundVolume | undefined): void {
    const previous = this.#volumes.get(name);
    if (volume) this.#volumes.set(name, this.#addVolume(volume));
    else this.#volumes.delete(name);
    if (previous) this.#releaseVolume(previous);
  }

  removeVolume(name: string): void {
    this.setVolume(name, undefined);
  }

  /** Sets the node that an object names. Empty: none. */
  setAssigned(resource: AssignedResource, name: string, nodeName: string): void {
    if (nodeName === "") this.#nodeByObject[resource].delete(name);
    else this.#nodeByObject[resource].set(name, nodeName);
  }

  removeAssigned(resource: AssignedResource, name: string): void {
    this.#nodeByObject[resource].delete(name);
  }

  /** Whether an object is related to a node. @param place its namespace is empty for cluster-scoped resources */
  isRelated(nodeName: string, resource: RelatedResource, { namespace, name }: ObjectPlace): boolean {
    // A namespace with a slash cannot exist, and would make keys ambiguous.
    if (namespace.includes("/")) return false;
    switch (resource) {
      case "resourceslices":
      case "volumeattachments":
        return this.#nodeByObject[resource].get(name) === nodeName;
      case "pods":
        return this.#pods.get(placeKey(namespace, name))?.used.nodeName === nodeName;
      case "persistentvolumes":
        return this.#usesVolume(nodeName, name);
      default:
        return this.#uses(nodeName, resource, placeKey(namespace, name));
    }
  }

  /** The number of entries, for tests of what is kept. */
  get size(): { readonly ids: number; readonly nodes: number; readonly secretsOfVolumes: number } {
    return { ids: this.#ids.size, nodes: this.#usedByNode.size, secretsOfVolumes: this.#claimsBySecret.size };
  }

  #uses(nodeName: string, resource: UsedResource, key: string): boolean {
    const used = this.#usedByNode.get(nodeName);
    const id = used && this.#ids.find(`${resource} ${key}`);
    if (!used || id === undefined) return false;
    if (resource === "persistentvolumeclaims") return used.claims.has(id);
    return used.others.has(id) || (this.#claimsBySecret.get(id)?.intersects(used.claims) ?? false);
  }

  #usesVolume(nodeName: string, name: string): boolean {
    const volume = this.#volumes.get(name);
    return volume !== undefined && (this.#usedByNode.get(nodeName)?.claims.has(volume.claim) ?? false);
  }

  #addPod(namespace: string, { nodeName, references }: BoundPod): PodEntry {
    const used = this.#usedObjectsOf(nodeName);
    used.podCount++;
    const claims = this.#acquireAll(namespace, references.filter(isClaim));
    const others = this.#acquireAll(
      namespace,
      references.filter((one) => !isClaim(one)),
    );
    for (const id of claims) used.claims.add(id);
    for (const id of others) used.others.add(id);
    return { used, claims, others };
  }

  #acquireAll(namespace: string, references: readonly PodReference[]): readonly number[] {
    if (references.length === 0) return noIds;
    return references.map(({ resource, name }) => this.#acquire(resource, { namespace, name }));
  }

  #releasePod({ used, claims, others }: PodEntry): void {
    for (const id of claims) used.claims.remove(id);
    for (const id of others) used.others.remove(id);
    for (const id of [...claims, ...others]) this.#ids.release(id);
    if (--used.podCount === 0) this.#usedByNode.delete(used.nodeName);
  }

  #usedObjectsOf(nodeName: string): UsedObjects {
    let used = this.#usedByNode.get(nodeName);
    if (!used) {
      used = { nodeName, claims: new CountedIds(), others: new CountedIds(), podCount: 0 };
      this.#usedByNode.set(nodeName, used);
    }
    return used;
  }

  #addVolume({ claim, secrets }: BoundVolume): VolumeEntry {
    const entry = {
      claim: this.#acquire("persistentvolumeclaims", claim),
      secrets: secrets.map((secret) => this.#acquire("secrets", secret)),
    };
    for (const secret of entry.secrets) {
      const claims = this.#claimsBySecret.get(secret) ?? new CountedIds();
      claims.add(entry.claim);
      this.#claimsBySecret.set(secret, claims);
    }
    return entry;
  }

  #releaseVolume({ claim, secrets }: VolumeEntry): void {
    for (const secret of secrets) {
      const claims = this.#claimsBySecret.get(secret);
      claims?.remove(claim);
      if (claims?.size === 0) this.#claimsBySecret.delete(secret);
      this.#ids.release(secret);
    }
    this.#ids.release(claim);
  }

  #acquire(resource: UsedResource, { namespace, name }: ObjectPlace): number {
    return this.#ids.acquire(`${resource} ${placeKey(namespace, name)}`);
  }
}

function isClaim({ resource }: PodReference): boolean {
  return resource === "persistentvolumeclaims";
}

function placeKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
