/** The objects of a soak. Their number is constant, and at most one operation at a time writes to an object. */
import type { Random } from "../../src/base/random.ts";
import type { SoakResource } from "./acknowledged-write.ts";
import { hotName, namespaces } from "./scopes.ts";

/** A position in the population, with the last known state of the object in it. */
export interface Slot {
  readonly resource: SoakResource;
  readonly namespace: string;
  /** A third of the slots get a new name with each object. */
  name: string;
  uid: string;
  version: number;
  tier: Tier;
  /** Counter that is part of the object, so that every write changes it. */
  serial: number;
  isBusy: boolean;
}

/** Values of the label `tier`. */
export const tiers = ["gold", "silver", "bronze"] as const;
/** Value of the label `tier`. */
export type Tier = (typeof tiers)[number];

const sizes: Readonly<Record<SoakResource, number>> = { configmaps: 1000, secrets: 150, pods: 250 };

const changingName = /^(.+)\.\d+$/;

/** Every third slot has a name that changes. */
function firstName(resource: string, index: number): string {
  return index % 3 === 0 ? `${resource}-${index}.0` : `${resource}-${index}`;
}

/** All slots, and a random choice of them. */
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
          newSlot(resource as SoakResource, namespaces[index % namespaces.length] ?? "", firstName(resource, index)),
        ),
      ),
    ];
  }

  /** Runs `work` with a random slot to which no other operation writes. */
  async withIdleSlot(work: (slot: Slot) => Promise<void>, resource?: SoakResource): Promise<void> {
    const slot = this.#randomIdleSlot(resource);
    slot.isBusy = true;
    try {
      await work(slot);
    } finally {
      slot.isBusy = false;
    }
  }

  /** Returns a slot outside the population, for temporary objects. */
  temporarySlot(namespace: string, name: string): Slot {
    return newSlot("configmaps", namespace, name);
  }

  /** Prepares a slot for its next object. */
  prepareNextObject(slot: Slot): void {
    slot.serial++;
    const stem = changingName.exec(slot.name)?.[1];
    if (stem !== undefined) slot.name = `${stem}.${slot.serial}`;
  }

  /** Returns a random idle slot. One write in twenty uses the object with its own scope. */
  #randomIdleSlot(resource: SoakResource | undefined): Slot {
    const hot = this.slots[0] as Slot;
    if (resource === undefined && !hot.isBusy && this.#random.below(20) === 0) return hot;
    for (;;) {
      const slot = this.slots[this.#random.below(this.slots.length)] as Slot;
      if (!slot.isBusy && (resource === undefined || slot.resource === resource)) return slot;
    }
  }
}

function newSlot(resource: SoakResource, namespace: string, name: string): Slot {
  return { resource, namespace, name, uid: "", version: 0, tier: "gold", serial: 0, isBusy: false };
}
