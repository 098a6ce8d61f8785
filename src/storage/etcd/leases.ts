/**
 * Leases, with which etcd deletes keys whose lifetime has ended. Keys that are written at nearly the same time with the
 * same lifetime share a lease, as in the reference. So such a key may live a little longer.
 */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { GrpcCallError, grpcStatus } from "../../grpc/index.ts";
import { leaseSlackRatio, leaseWritesMax, sharedLifetimesMax } from "./limits.ts";
import type { Members } from "./members.ts";
import { leaseGrantRpc } from "./rpcs.ts";

interface SharedLease {
  readonly id: Promise<number>;
  /** Time after which new keys need another lease. */
  readonly usableUntilMs: number;
  writes: number;
}

/** IDs of leases are random positive numbers below this limit. */
const leaseIdLimit = 2 ** 47;
const attemptsMax = 5;

/** The leases of an engine. */
export class Leases {
  readonly #members: Members;
  readonly #clock: Clock;
  readonly #random: Random;
  /** The newest lease of each lifetime. */
  readonly #shared = new Map<number, SharedLease>();

  readonly #reuseMs: number;

  /** @param services `reuseMs` is the longest time for which a lease is given to further keys */
  constructor(
    members: Members,
    { clock, random, reuseMs }: { readonly clock: Clock; readonly random: Random; readonly reuseMs: number },
  ) {
    this.#reuseMs = reuseMs;
    this.#members = members;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Returns the ID of a lease that ends after `lifetimeMs`, and at most 5 % or the time of reuse later.
   * @throws GrpcCallError
   */
  async leaseFor(lifetimeMs: number): Promise<number> {
    const known = this.#shared.get(lifetimeMs);
    const isUsable = known && known.usableUntilMs >= this.#clock.monotonicMs() && known.writes < leaseWritesMax;
    const lease = isUsable ? known : this.#share(lifetimeMs);
    lease.writes++;
    try {
      return await lease.id;
    } catch (error) {
      this.#forget(lifetimeMs, lease);
      throw error;
    }
  }

  /** Stops using the present lease of a lifetime, because it has ended. */
  replace(lifetimeMs: number): void {
    this.#shared.delete(lifetimeMs);
  }

  #share(lifetimeMs: number): SharedLease {
    const slackMs = Math.min(lifetimeMs * leaseSlackRatio, this.#reuseMs);
    const lease: SharedLease = {
      id: this.#grant(lifetimeMs + slackMs),
      usableUntilMs: this.#clock.monotonicMs() + slackMs,
      writes: 0,
    };
    this.#shared.delete(lifetimeMs);
    for (const [oldest] of this.#shared) {
      if (this.#shared.size < sharedLifetimesMax) break;
      this.#shared.delete(oldest);
    }
    this.#shared.set(lifetimeMs, lease);
    return lease;
  }

  #forget(lifetimeMs: number, lease: SharedLease): void {
    if (this.#shared.get(lifetimeMs) === lease) this.#shared.delete(lifetimeMs);
  }

  /** A lease whose response is lost stays unused, and ends by itself. So this call can be repeated with another ID. */
  async #grant(ttlMs: number): Promise<number> {
    let problem = "";
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const id = 1 + this.#random.below(leaseIdLimit);
      try {
        problem = await this.#members.read(leaseGrantRpc, { ttlSeconds: Math.ceil(ttlMs / 1000), id });
        if (problem === "") return id;
      } catch (error) {
        if (!(error instanceof GrpcCallError) || error.code !== grpcStatus.failedPrecondition) throw error;
        problem = error.details;
      }
    }
    throw new GrpcCallError({ code: grpcStatus.unavailable, details: `no lease was granted: ${problem}` });
  }
}
