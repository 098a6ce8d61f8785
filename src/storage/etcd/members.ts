/**
 * The members of an etcd cluster. All requests go to one of them until it fails: it is lost, has no leader, or does not
 * respond in time. Then the next one is used.
 */
import { type Clock, sleep } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { Rpc } from "../../grpc/index.ts";
import { isCertainFailure, isTemporary } from "./call-outcome.ts";
import type { EtcdTls } from "./etcd-tls.ts";
import { failureLogMs, readAttemptMs, readMs, roundPauseMs, writeMs } from "./limits.ts";
import { Member } from "./member.ts";

/** Addresses and certificates of the members. */
export interface MembersOptions {
  /** URLs of the members: `http://host:port` or `https://host:port`. */
  readonly servers: readonly string[];
  readonly tls: EtcdTls;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Connections to all members. */
export class Members {
  readonly #options: MembersOptions;
  readonly #members: readonly Member[];
  readonly #closing = new AbortController();
  /** When a failure of each member was last logged. */
  readonly #loggedAtMs = new Map<Member, number>();
  /** Keeps the process alive between two attempts, because the timers of the clock do not. */
  readonly #keepAlive = new MessageChannel();
  #preferredIndex: number;

  constructor(options: MembersOptions) {
    const { servers, tls, clock, random } = options;
    this.#options = options;
    this.#members = servers.map((url) => new Member(url, tls, clock));
    // Several servers of one cluster should not all use the same member.
    this.#preferredIndex = random.below(this.#members.length);
    this.#keepAlive.port1.ref();
    this.#keepAlive.port1.start();
  }

  get all(): readonly Member[] {
    return this.#members;
  }

  /** The member to use at present. */
  get preferred(): Member {
    return this.#members[this.#preferredIndex] as Member;
  }

  /** Aborted when the connections are closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Makes the next member the preferred one, if `member` still is. */
  reportFailure(member: Member, error: unknown): void {
    if (member !== this.preferred || this.closing.aborted) return;
    this.#preferredIndex = (this.#preferredIndex + 1) % this.#members.length;
    this.#log(member, error);
  }

  /**
   * Makes a call that can be repeated. It tries other members, and the same ones again, until one succeeds or the time
   * is over.
   * @throws GrpcCallError
   */
  async read<Request, Response>(rpc: Rpc<Request, Response>, request: Request): Promise<Response> {
    const { clock } = this.#options;
    const endMs = clock.monotonicMs() + readMs;
    for (let attempt = 1; ; attempt++) {
      const leftMs = endMs - clock.monotonicMs();
      const member = this.preferred;
      try {
        return await member.call(rpc, request, Math.max(1, Math.min(leftMs, readAttemptMs)));
      } catch (error) {
        if (!isTemporary(error) || this.closing.aborted) throw error;
        this.reportFailure(member, error);
        if (endMs - clock.monotonicMs() < roundPauseMs) throw error;
        if (attempt % this.#members.length === 0) await this.pause(roundPauseMs);
      }
    }
  }

  /**
   * Makes a call that must not be repeated. It only tries again if the request was certainly not sent.
   * @throws GrpcCallError
   */
  async write<Request, Response>(rpc: Rpc<Request, Response>, request: Request): Promise<Response> {
    const { clock } = this.#options;
    const endMs = clock.monotonicMs() + writeMs;
    for (let attempt = 1; ; attempt++) {
      const member = this.preferred;
      try {
        return await member.call(rpc, request, writeMs);
      } catch (error) {
        if (isTemporary(error)) this.reportFailure(member, error);
        const canRepeat = isTemporary(error) && isCertainFailure(error) && !this.closing.aborted;
        if (!canRepeat || endMs - clock.monotonicMs() < roundPauseMs) throw error;
        if (attempt % this.#members.length === 0) await this.pause(roundPauseMs);
      }
    }
  }

  /** Waits, but not longer than until the connections are closed. */
  async pause(delayMs: number): Promise<void> {
    await sleep(this.#options.clock, delayMs, this.closing).catch(() => undefined);
  }

  /** Aborts `closing`. Calls that were sent end as usual. */
  beginToClose(): void {
    this.#closing.abort();
  }

  #log(member: Member, error: unknown): void {
    const { clock, logger } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - (this.#loggedAtMs.get(member) ?? -Infinity) < failureLogMs) return;
    this.#loggedAtMs.set(member, nowMs);
    logger.warning("a member of etcd does not work", { member: member.url, error: reasonOf(error) });
  }

  close(): void {
    this.#closing.abort();
    this.#keepAlive.port1.close();
    this.#keepAlive.port2.close();
    for (const member of this.#members) member.close();
  }
}
