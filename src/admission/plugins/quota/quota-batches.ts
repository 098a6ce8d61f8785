/**
 * Checks the requests of one namespace in batches. While a batch is checked, further requests wait and form the next one. All
 * requests of a batch share one write of each quota, so that many concurrent creates do not wait for each other's writes.
 *
 * The use of a quota is stored before the objects. The write names the state of the quota that was checked. If another
 * process has changed it, the requests are checked again with the new state. So the objects of all processes never exceed a quota.
 */
import type { ResourceQuota } from "../../../api/index.ts";
import type { Clock } from "../../../base/clock.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { fairTurns } from "../../../base/fair-turns.ts";
import { hasCode, internalError, type StatusError } from "../../../meta/status-error.ts";
import { checkRequest, type QuotaRequest } from "./check-request.ts";
import { RunningQuota } from "./running-quota.ts";

/** The quotas of the cluster. */
export interface QuotaStore {
  /** Returns the quotas of a namespace that this process knows. */
  known(namespace: string): Promise<readonly DeepReadonly<ResourceQuota>[]>;
  /** Returns the quotas of a namespace, with all changes by other processes. */
  latest(namespace: string): Promise<readonly DeepReadonly<ResourceQuota>[]>;
  /** Stores the status of a quota. @throws StatusError 404 or 409 if the quota was deleted or changed */
  updateStatus(quota: DeepReadonly<ResourceQuota>, status: NonNullable<ResourceQuota["status"]>): Promise<void>;
}

/** How long a request may wait for its check, as in the reference. */
const waitMaxMs = 10_000;

/** How often a batch is checked, if other processes change its quotas. At each conflict, one of the processes succeeds. */
const attemptsMax = 100;

/** A request that waits for its check. It settles once. Their number is limited by the number of concurrent requests. */
interface WaitingRequest {
  readonly quotaRequest: QuotaRequest;
  readonly sinceMs: number;
  readonly admit: () => void;
  readonly reject: (error: unknown) => void;
}

/** Checks requests. Runs one batch of a namespace at a time. */
export class QuotaBatches {
  readonly #store: QuotaStore;
  readonly #clock: Pick<Clock, "monotonicMs">;
  /** The next batch of each namespace of which a batch is being checked. */
  readonly #waiting = new Map<string, WaitingRequest[]>();

  constructor(store: QuotaStore, clock: Pick<Clock, "monotonicMs">) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Resolves when the quotas of the request's namespace include the request.
   * @throws StatusError if it exceeds a quota, or if a quota cannot be stored
   */
  async check(quotaRequest: QuotaRequest): Promise<void> {
    const { namespace } = quotaRequest.request;
    await new Promise<void>((admit, reject) => {
      const waiting = { quotaRequest, sinceMs: this.#clock.monotonicMs(), admit, reject };
      const next = this.#waiting.get(namespace);
      if (next) next.push(waiting);
      else void this.#checkAll(namespace, [waiting]);
    });
  }

  /** Checks batches until no request of the namespace waits. */
  async #checkAll(namespace: string, first: readonly WaitingRequest[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = this.#waiting.get(namespace) ?? []) {
      this.#waiting.set(namespace, []);
      try {
        await this.#checkBatch(namespace, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(namespace);
  }

  /** @throws the error of all requests of the batch that are not settled */
  async #checkBatch(namespace: string, batch: readonly WaitingRequest[]): Promise<void> {
    let open = batch;
    let quotas = await this.#store.known(namespace);
    for (let attempt = 1; ; attempt++) {
      open = this.#withoutOverdue(open);
      const running = quotas.map((quota) => new RunningQuota(quota));
      open = await checkEach(running, open);
      const { names, conflict } = await this.#storeChanged(running.filter(({ isChanged }) => isChanged));
      if (conflict === undefined) break;
      if (attempt === attemptsMax) throw conflict;
      // The other quotas include the requests already. A quota that was deleted limits nothing.
      quotas = (await this.#store.latest(namespace)).filter(({ metadata }) => names.has(metadata.name ?? ""));
    }
    for (const { admit } of open) admit();
  }

  #withoutOverdue(requests: readonly WaitingRequest[]): readonly WaitingRequest[] {
    const startMs = this.#clock.monotonicMs() - waitMaxMs;
    for (const { sinceMs, reject } of requests) {
      if (sinceMs < startMs) reject(internalError("resource quota evaluation timed out"));
    }
    return requests.filter(({ sinceMs }) => sinceMs >= startMs);
  }

  /** Returns the names of quotas that others have changed, and one of the conflicts. @throws other errors of the store */
  async #storeChanged(
    changed: readonly RunningQuota[],
  ): Promise<{ readonly names: ReadonlySet<string>; readonly conflict: StatusError | undefined }> {
    const names = new Set<string>();
    let conflict: StatusError | undefined;
    for (const { object, name, status } of changed) {
      try {
        await this.#store.updateStatus(object, status);
      } catch (error) {
        if (!hasCode(error, 409) && !hasCode(error, 404)) throw error;
        names.add(name);
        conflict = error;
      }
    }
    return { names, conflict };
  }
}

/** Adds the requests that fit to the quotas, and settles all others. Returns those that wait for the stored quotas. */
async function checkEach(
  quotas: readonly RunningQuota[],
  requests: readonly WaitingRequest[],
): Promise<readonly WaitingRequest[]> {
  const fitting: WaitingRequest[] = [];
  for (const waiting of requests) {
    if (fairTurns.isOver) await fairTurns.next();
    try {
      const amounts = checkRequest(quotas, waiting.quotaRequest);
      if (amounts.size === 0 || waiting.quotaRequest.request.dryRun) {
        waiting.admit();
        continue;
      }
      for (const [quota, added] of amounts) quota.add(added);
      fitting.push(waiting);
    } catch (error) {
      waiting.reject(error);
    }
  }
  return fitting;
}
