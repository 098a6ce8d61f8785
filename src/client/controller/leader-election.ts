/**
 * Elects one leader among several candidates by a Lease. The holder of the Lease leads and renews it. If the holder
 * does not renew it for the Lease's duration, another candidate takes it. Each candidate measures this duration on its
 * own clock, from the moment at which it saw the last renewal. Clocks of different machines need not agree.
 * @see k8s.io/client-go/tools/leaderelection
 */
import type { Lease, LeaseSpec } from "../../api/coordination/v1/lease.ts";
import { hasCode } from "../../meta/status-error.ts";
import { formatMicroTime } from "../../meta/time.ts";
import { type ClockAndRandom, withSystemDefaults } from "../clock-and-random.ts";
import { LinkedAbort } from "../informer/linked-abort.ts";
import { pauseOrAbort } from "../pause.ts";

interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The Leases of one namespace. `client.api(lease, namespace)` is one. */
export interface LeaseStore {
  /**
   * Reads the Lease.
   * @param name name of the Lease
   * @param options `signal` aborts the request
   * @throws StatusError 404
   */
  get(name: string, options: CallOptions): Promise<Lease>;
  /**
   * Creates the Lease.
   * @param lease name and spec of the new Lease
   * @param options `signal` aborts the request
   * @throws StatusError 409 if another candidate has created the Lease
   */
  create(lease: Pick<Lease, "metadata" | "spec">, options: CallOptions): Promise<Lease>;
  /**
   * Replaces the Lease.
   * @param lease the new state, with the resourceVersion that was read
   * @param options `signal` aborts the request
   * @throws StatusError 409 if the Lease has changed since it was read
   */
  update(lease: Lease, options: CallOptions): Promise<Lease>;
}

/** Options of the `LeaderElector` constructor. */
export interface LeaderElectionOptions extends ClockAndRandom {
  /** The Leases of the namespace in which the election takes place. */
  readonly leases: LeaseStore;
  /** Name of the Lease. */
  readonly name: string;
  /** Name of this candidate, different for each one. */
  readonly identity: string;
  /** How long other candidates wait after the last renewal that they have seen. Default: 15,000. */
  readonly leaseDurationMs?: number;
  /** How long after its last renewal the leader stops leading. Must be less than `leaseDurationMs`. Default: 10,000. */
  readonly renewDeadlineMs?: number;
  /** Interval of renewals and of attempts to acquire the Lease. Default: 2,000. */
  readonly retryPeriodMs?: number;
  /** Receives the errors of failed requests. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The abort reason of a leader's signal if the leader has lost the Lease.
 * @example
 * ```ts
 * const lead = async (leading: AbortSignal): Promise<void> => {
 *   await new Promise((resolve) => leading.addEventListener("abort", resolve));
 *   if (leading.reason instanceof LeadershipLostError) console.warn("another instance leads");
 * };
 * ```
 */
export class LeadershipLostError extends Error {
  override readonly name = "LeadershipLostError";
}

/**
 * Waiting candidates add a random delay, so that they do not all send requests at once. The maximum is the period times
 * this factor.
 */
export const electionJitter = 1.2;

/**
 * One candidate of an election. At most one candidate leads at a time.
 * @example
 * ```ts
 * const elector = new LeaderElector({
 *   leases: client.api(lease, "default"),
 *   name: "greeter",
 *   identity: "greeter-1",
 * });
 * await elector.run(signal, (leading) => controller.run(leading));
 * ```
 */
export class LeaderElector {
  readonly #options: Required<Omit<LeaderElectionOptions, "onError">>;
  readonly #onError: (error: unknown) => void;
  /** The Lease as last read or written, and the monotonic time at which its current spec was first seen. */
  #observed: { readonly lease: Lease; readonly sinceMs: number } | undefined;

  /** @throws RangeError if the durations would allow two leaders at once */
  constructor(options: LeaderElectionOptions) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000, onError } = options;
    if (leaseDurationMs <= renewDeadlineMs)
      throw new RangeError("leaseDurationMs must be greater than renewDeadlineMs");
    if (renewDeadlineMs <= retryPeriodMs * electionJitter) {
      throw new RangeError(`renewDeadlineMs must be greater than retryPeriodMs * ${electionJitter}`);
    }
    this.#options = { ...withSystemDefaults(options), leaseDurationMs, renewDeadlineMs, retryPeriodMs };
    this.#onError = (error) => onError?.(error);
  }

  /** Identity of the current leader, as of the last request. Undefined if there is none. */
  get leader(): string | undefined {
    return this.#observed?.lease.spec?.holderIdentity || undefined;
  }

  /** The Lease as of the last request. */
  get lease(): Lease | undefined {
    return this.#observed?.lease;
  }

  /**
   * Waits for the Lease, then calls `lead`. The signal of `lead` is aborted when the Lease is lost or `outer` is
   * aborted. If the Lease was lost, the candidate waits for it again, but only after `lead` has returned: otherwise two
   * could lead. When `lead` returns, the Lease is released, so that the next candidate need not wait for its expiry.
   * @param outer stops the election
   * @param lead the work of the leader; it must return soon after its signal is aborted
   * @returns when `outer` is aborted, or `lead` returns without an abort
   * @throws the error of `lead`, unless its signal was aborted
   */
  async run(outer: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
    using linked = new LinkedAbort(outer);
    const { signal } = linked;
    let isDone = false;
    while (!isDone && (await this.#acquire(signal))) isDone = await this.#lead(signal, lead);
  }

  /** @returns false if it was aborted */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random, retryPeriodMs } = this.#options;
    while (!signal.aborted) {
      if (await this.#attempt(signal)) return true;
      await pauseOrAbort(clock, retryPeriodMs + random.below(retryPeriodMs * electionJitter), signal);
    }
    return false;
  }

  /** @returns false if the Lease was lost */
  async #lead(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    using leading = new LinkedAbort(signal);
    const stopRenewing = new AbortController();
    const renewing = this.#renew(leading, stopRenewing.signal);
    try {
      if (!signal.aborted) await lead(leading.signal);
    } catch (error) {
      if (!leading.signal.aborted) throw error;
    } finally {
      stopRenewing.abort();
      if (await renewing) await this.#release();
    }
    return !(leading.signal.reason instanceof LeadershipLostError);
  }

  /** Renews the Lease until `stopRenewing` is aborted. @returns false if the Lease was lost */
  async #renew(leading: LinkedAbort, stopRenewing: AbortSignal): Promise<boolean> {
    const { clock, retryPeriodMs, renewDeadlineMs } = this.#options;
    for (let renewedMs = this.#observed?.sinceMs ?? 0; ; ) {
      using round = new LinkedAbort(stopRenewing);
      const lost = new LeadershipLostError("the lease could not be renewed in time");
      const giveUp = (): void => round.abort(lost);
      using _ = clock.after(renewedMs + renewDeadlineMs - clock.monotonicMs(), giveUp);
      let isRenewed = false;
      while (!isRenewed && !round.signal.aborted) {
        await pauseOrAbort(clock, retryPeriodMs, round.signal);
        if (round.signal.aborted) break;
        const startMs = clock.monotonicMs();
        isRenewed = await this.#attempt(round.signal);
        if (isRenewed) renewedMs = startMs;
        else if (this.leader !== this.#options.identity) giveUp();
      }
      if (stopRenewing.aborted) return true;
      if (!round.signal.aborted) continue;
      leading.abort(lost);
      return false;
    }
  }

  /** Acquires or renews the Lease, if it is free or held by this candidate. @returns whether this candidate holds it */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { clock, renewDeadlineMs } = this.#options;
    using abort = new LinkedAbort(signal);
    using _ = clock.after(renewDeadlineMs, () => abort.abort(new Error("the lease has not been answered in time")));
    try {
      return await this.#takeOrRenew(abort.signal);
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
      return false;
    }
  }

  async #takeOrRenew(signal: AbortSignal): Promise<boolean> {
    const startMs = this.#options.clock.monotonicMs();
    const seen = this.#observed;
    if (seen && this.#isHeldByThis(seen.lease)) {
      try {
        return await this.#write(seen.lease, signal, startMs);
      } catch (error) {
        // Another process has written the Lease. Read it to see who holds it.
        if (!hasCode(error, 409) && !hasCode(error, 404)) throw error;
      }
    }
    const lease = await this.#read(signal);
    if (!lease) return await this.#create(signal, startMs);
    this.#observe(lease, this.#options.clock.monotonicMs());
    return this.#isFree(lease) ? await this.#write(lease, signal, startMs) : false;
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { leases, name } = this.#options;
    try {
      return await leases.get(name, { signal });
    } catch (error) {
      if (hasCode(error, 404)) return undefined;
      throw error;
    }
  }

  async #create(signal: AbortSignal, startMs: number): Promise<boolean> {
    const { leases, name } = this.#options;
    const spec = this.#specAfter(undefined);
    this.#observe(await leases.create({ metadata: { name }, spec }, { signal }), startMs);
    return true;
  }

  async #write(lease: Lease, signal: AbortSignal, startMs: number): Promise<boolean> {
    const spec = this.#specAfter(lease);
    this.#observe(await this.#options.leases.update({ ...lease, spec }, { signal }), startMs);
    return true;
  }

  #specAfter(lease: Lease | undefined): LeaseSpec {
    const { identity, clock, leaseDurationMs } = this.#options;
    const now = formatMicroTime(clock.nowMs());
    const { acquireTime = now, leaseTransitions = 0, ...rest } = lease?.spec ?? {};
    const renewal = {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
      renewTime: now,
    };
    if (lease && this.#isHeldByThis(lease)) return { ...rest, ...renewal, acquireTime, leaseTransitions };
    return { ...rest, ...renewal, acquireTime: now, leaseTransitions: lease ? (leaseTransitions ?? 0) + 1 : 0 };
  }

  /** Releases the Lease. The request has a new signal, because that of the run may already be aborted. */
  async #release(): Promise<void> {
    const { clock, leases, renewDeadlineMs } = this.#options;
    const lease = this.#observed?.lease;
    if (!lease || !this.#isHeldByThis(lease)) return;
    const { holderIdentity: _, ...rest } = lease.spec ?? {};
    const now = formatMicroTime(clock.nowMs());
    const spec = { ...rest, leaseDurationSeconds: 1, renewTime: now, acquireTime: now };
    const abort = new AbortController();
    using __ = clock.after(renewDeadlineMs, () => abort.abort(new Error("the lease could not be given back in time")));
    try {
      this.#observe(await leases.update({ ...lease, spec }, { signal: abort.signal }), clock.monotonicMs());
    } catch (error) {
      this.#onError(error);
    }
  }

  #observe(lease: Lease, atMs: number): void {
    const isSame =
      this.#observed !== undefined && JSON.stringify(this.#observed.lease.spec) === JSON.stringify(lease.spec);
    this.#observed = { lease, sinceMs: isSame ? (this.#observed?.sinceMs ?? atMs) : atMs };
  }

  #isHeldByThis({ spec }: Lease): boolean {
    return spec?.holderIdentity === this.#options.identity;
  }

  #isFree(lease: Lease): boolean {
    if (!lease.spec?.holderIdentity || this.#isHeldByThis(lease)) return true;
    const durationMs = (lease.spec.leaseDurationSeconds ?? 0) * 1000;
    return (this.#observed?.sinceMs ?? 0) + durationMs <= this.#options.clock.monotonicMs();
  }
}
