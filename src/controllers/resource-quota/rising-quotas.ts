/**
 * The quotas whose use was raised a moment ago. The server raises the use of a quota before it stores the object. So a measurement
 * that begins shortly after may miss the object.
 */
import type { ResourceQuota } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { isRaised } from "./decide.ts";

/** How long the server may need from the write of a quota until the controller sees the object. */
export const settleMs = 1000;

/** Remembers when each quota was last raised. */
export class RisingQuotas {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #raisedMs = new Map<string, number>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Records a state of a quota. @param previous undefined if this process sees the quota for the first time */
  record(key: string, quota: DeepReadonly<ResourceQuota>, previous: DeepReadonly<ResourceQuota> | undefined): void {
    if (isRaised(previous?.status?.used, quota.status?.used)) {
      this.#raisedMs.set(key, this.#clock.monotonicMs());
    }
  }

  delete(key: string): void {
    this.#raisedMs.delete(key);
  }

  /** Returns how long the quota counts as rising. 0: it does not. */
  remainingMs(key: string): number {
    const raisedMs = this.#raisedMs.get(key);
    if (raisedMs === undefined) return 0;
    const remainingMs = raisedMs + settleMs - this.#clock.monotonicMs();
    if (remainingMs > 0) return remainingMs;
    this.#raisedMs.delete(key);
    return 0;
  }
}
