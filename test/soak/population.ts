/** The objects of a soak. Their number stays the same; each is written to by one request at a time. */
import type { Random } from "../../src/base/random.ts";
import { hotName, namespaces } from "./scopes.ts";
import type { Resource } from "./write.ts";

/** A place for an object, and what its last writer knows of it. */
export interface Slot {
  readonly resource: Resource;
  readonly namespace: string;
  /** Of some slots another one with each object. */
  name: string;
  uid: string;
  version: number;
  tier: Tier;
  /** Counts what was written, so that every write changes something. */
  serial: number;
  isBusy: boolean;
}

export const tiers = ["gold", "silver", "bronze"] as const;
export type Tier = (typeof tiers)[number];

const sizes: Readonly<Record<Resource, number>> = { configmaps: 1000, secrets: 150, pods: 250 };

const changingName = /^(.+)\.\d+$/;

/** Every third slot has a name that changes. */
function firstName(resource: string, index: number): string {
  return index % 3 === 0 ? `${resource}-${index}.0` : `${resource}-${index}`;
}

export class Population {
  readonly slots: readonly Slot[];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
    const hot = newSlot("configmaps", namespaces[0], hotName);
    this.slots = [
      hot,
      ...Object.entries(sizes).flatMap(([resource, size]) =>
        Array.from({ length: size }, (_, index) =>
          newSlot(resource as Resource, namespaces[index % namespaces.length] ?? "", firstName(resource, index)),
        ),
      ),
    ];
  }

  /** Runs `work` on an object that nobody else is writing to. */
  async withOne(work: (slot: Slot) => Promise<void>, resource?: Resource): Promise<void> {
    const slot = this.#pick(resource);
    slot.isBusy = true;
    try {
      await work(slot);
    } finally {
      slot.isBusy = false;
    }
  }

  /** An object besides them, for a while. */
  guest(namespace: string, name: string): Slot {
    return newSlot("configmaps", namespace, name);
  }

  /** Makes room for the next object in a slot. */
  renew(slot: Slot): void {
    slot.serial++;
    const stem = changingName.exec(slot.name)?.[1];
    if (stem !== undefined) slot.name = `${stem}.${slot.serial}`;
  }

  /** One write in twenty goes to the object that is looked at alone. */
  #pick(resource: Resource | undefined): Slot {
    const hot = this.slots[0] as Slot;
    if (resource === undefined && !hot.isBusy && this.#random.below(20) === 0) return hot;
    for (;;) {
      const slot = this.slots[this.#random.below(this.slots.length)] as Slot;
      if (!slot.isBusy && (resource === undefined || slot.resource === resource)) return slot;
    }
  }
}

function newSlot(resource: Resource, namespace: string, name: string): Slot {
  return { resource, namespace, name, uid: "", version: 0, tier: "gold", serial: 0, isBusy: false };
}
