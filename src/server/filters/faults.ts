/**
 * Injects faults that a test orders: requests fail, wait, or lose their watch. Runs after authorization, so that a
 * fault affects only requests that would have been served. Only servers of tests have this filter.
 */
import { type Clock, sleep } from "../../base/clock.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import {
  alreadyExists,
  forbidden,
  internalError,
  modifiedConflict,
  notFound,
  type StatusError,
  serviceUnavailable,
  timeout,
  tooManyRequests,
  tooOldResourceVersion,
  unauthorized,
} from "../../meta/status-error.ts";
import type { Filter, Next } from "../chain.ts";
import type { Call } from "../requests/call.ts";
import { affectsRequest, checkFaultOrder, type FaultCode, type FaultOrder } from "./fault-order.ts";

/** An active fault. */
export interface Fault {
  /** Number of requests that it has affected. */
  readonly hits: number;
  /** Removes the fault. Requests that wait because of it continue. */
  remove(): void;
}

/** The faults of one server. */
export interface Faults {
  /**
   * Adds a fault. If several faults affect a request, they apply in the order in which they were added, until one ends
   * the request.
   * @param order requests to affect, and the effect
   * @throws TypeError that names an invalid member of the order
   */
  add(order: FaultOrder): Fault;
  /** Removes all faults. */
  clear(): void;
}

interface ActiveFault {
  readonly order: FaultOrder;
  hits: number;
  /** Aborted when the fault is removed. */
  readonly removed: AbortController;
}

/** The faults of one server, with the filter that applies them. */
export class FaultInjection implements Faults {
  readonly #clock: Clock;
  readonly #isController: (user: string) => boolean;
  readonly #active = new Set<ActiveFault>();
  /** One entry for each waiting request. Its fault may no longer be in `#active`, if it has reached its limit. */
  readonly #delays = new Set<{ readonly fault: ActiveFault }>();
  readonly #watches = new Set<Call>();

  /** @param isController whether a user name is that of one of the cluster's own controllers */
  constructor(clock: Clock, isController: (user: string) => boolean = () => false) {
    this.#clock = clock;
    this.#isController = isController;
  }

  /** The filter that applies the faults. */
  readonly filter: Filter = (call, next) =>
    this.#active.size === 0 ? this.#continue(call, next) : this.#applyFaults(call, next);

  add(order: FaultOrder): Fault {
    checkFaultOrder(order);
    const fault: ActiveFault = { order: { ...order }, hits: 0, removed: new AbortController() };
    this.#active.add(fault);
    if (order.dropWatch) this.#dropWatches(fault);
    return {
      get hits() {
        return fault.hits;
      },
      remove: () => this.#remove(fault),
    };
  }

  clear(): void {
    for (const fault of this.#active) this.#remove(fault);
    for (const { fault } of this.#delays) this.#remove(fault);
  }

  /** Applies the active faults to a call, then continues. */
  async #applyFaults(call: Call, next: Next): Promise<void> {
    for (const fault of this.#active) {
      if (!this.#countIfAffected(fault, call)) continue;
      if (fault.order.dropWatch) return call.exchange.destroy();
      if (fault.order.error !== undefined) throw failure(fault.order.error, call);
      await this.#delay(fault, call);
    }
    await this.#continue(call, next);
  }

  #continue(call: Call, next: Next): Promise<void> {
    if (call.info.isResource && call.info.verb === "watch") this.#trackWatch(call);
    return next(call);
  }

  #remove(fault: ActiveFault): void {
    this.#active.delete(fault);
    fault.removed.abort();
  }

  /** Counts the call if the fault affects it. Returns whether it does. */
  #countIfAffected(fault: ActiveFault, { info, user }: Call): boolean {
    if (this.#isController(user.name) !== (fault.order.controllers === true)) return false;
    if (!this.#active.has(fault) || !info.isResource || !affectsRequest(fault.order, info)) return false;
    fault.hits++;
    if (fault.hits === fault.order.times) this.#active.delete(fault);
    return true;
  }

  /** Delays the call. The delay ends early if the fault is removed. */
  async #delay(fault: ActiveFault, call: Call): Promise<void> {
    const { removed, order } = fault;
    const delay = { fault };
    this.#delays.add(delay);
    try {
      await sleep(this.#clock, order.delayMs ?? 0, AbortSignal.any([call.signal, removed.signal]));
    } catch (error) {
      if (!removed.signal.aborted) throw error;
    } finally {
      this.#delays.delete(delay);
    }
  }

  #trackWatch(call: Call): void {
    this.#watches.add(call);
    call.exchange.onClose(() => this.#watches.delete(call));
  }

  #dropWatches(fault: ActiveFault): void {
    for (const call of this.#watches) {
      if (!this.#countIfAffected(fault, call)) continue;
      this.#watches.delete(call);
      call.exchange.destroy();
    }
  }
}

/** Returns the error with this status that the server itself would send for the request. */
function failure(code: FaultCode, { info }: Call): StatusError {
  const target: GroupResource = info.isResource ? info : { group: "", resource: "" };
  const name = info.isResource ? info.name : "";
  const why = "fault injected by a test";
  switch (code) {
    case 401:
      return unauthorized();
    case 403:
      return forbidden(target, name, why);
    case 404:
      return notFound(target, name);
    case 409:
      // The name of a new object may be only in the body, which has not been read.
      return info.verb === "create" ? alreadyExists(target, name) : modifiedConflict(target, name);
    case 410:
      return tooOldResourceVersion(info.verb);
    case 429:
      return tooManyRequests("Too many requests, please try again later.", 1);
    case 500:
      return internalError(why);
    case 503:
      return serviceUnavailable(why);
    case 504:
      return timeout(why);
  }
}
