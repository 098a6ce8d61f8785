import { configMap } from "../../api/core/v1/config-map.ts";
import { pod } from "../../api/core/v1/pod.ts";
import { type Secret, secret } from "../../api/core/v1/secret.ts";
import { Controller, type ReconcileResult } from "../../client/index.ts";
import { accountTokenType, tokenInvalidSinceLabel } from "../../meta/tokens/account-token-secret.ts";
import { component, systemNamespace } from "../../meta/vocabulary.ts";
import { accountReference, readAccount } from "../account-token/index.ts";
import { type ControllerContext, forEachConcurrently, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { type CleanUpTime, decide, isGenerated, isTrackedLongEnough, isUnused } from "./decide.ts";
import { podSecretNames } from "./pod-secrets.ts";

/** Interval between checks, as in the reference. */
const intervalMs = 24 * 60 * 60_000;
const chunkObjects = 500;
const concurrentRequestsMax = 4;

/**
 * Checks all token Secrets once a day. Between the checks it holds no objects in memory, and no check reads Secrets
 * before the use of tokens has been recorded for the whole period.
 */
export class LegacyTokenCleaner {
  readonly #context: ControllerContext;
  readonly #periodMs: number;

  constructor(context: ControllerContext, periodMs: number) {
    this.#context = context;
    this.#periodMs = periodMs;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, metrics, workers, logger } = this.#context;
    const controller = new Controller({
      name: "legacy_service_account_token_cleaner",
      clock,
      metrics,
      workers,
      sources: [{ synced: Promise.resolve(), watch: (add) => startOnce(add) }],
      reconcile: (_key, until) => this.#check(until),
      onError: (error) => reportFailure(logger, error, {}),
    });
    await controller.run(signal);
  }

  async #check(signal: AbortSignal): Promise<ReconcileResult> {
    const { reader, vocabulary, clock } = this.#context;
    const time = { nowMs: clock.nowMs(), periodMs: this.#periodMs };
    const since = await this.#trackedSince(signal);
    if (since !== undefined && isTrackedLongEnough(since, time)) {
      const namesByNamespace = new Map<string, Promise<ReadonlySet<string>>>();
      const fieldSelector = `type=${vocabulary.bind(accountTokenType)}`;
      for await (const { items } of reader.api(secret).chunks({ fieldSelector, limit: chunkObjects, signal })) {
        const unused = items.filter((object) => isUnused(object, time, vocabulary));
        const clean = (object: Secret): Promise<void> => this.#clean(object, time, namesByNamespace, signal);
        await forEachConcurrently(unused, clean, concurrentRequestsMax);
      }
    }
    return { requeueAfterMs: intervalMs };
  }

  /** Returns the date since which the use of tokens is recorded. Undefined if the server has not stored it yet. */
  async #trackedSince(signal: AbortSignal): Promise<string | undefined> {
    const { client, vocabulary } = this.#context;
    const namespace = vocabulary.bind(systemNamespace("system"));
    const name = vocabulary.bind(component("apiserver-legacy-service-account-token-tracking"));
    const stored = await ignoreNotFound(client.api(configMap, namespace).get(name, { signal }));
    return stored?.data?.["since"];
  }

  /** Invalidates or deletes a token, if it was generated and no Pod uses it. */
  async #clean(
    object: Secret,
    time: CleanUpTime,
    namesByNamespace: Map<string, Promise<ReadonlySet<string>>>,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, reader, vocabulary, logger } = this.#context;
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = object.metadata;
    const account = await readAccount(reader, accountReference(object, vocabulary), signal);
    if (!account || !isGenerated(account, name)) return;
    const usedNames = namesByNamespace.get(namespace) ?? this.#usedNames(namespace, signal);
    namesByNamespace.set(namespace, usedNames);
    if ((await usedNames).has(name)) return;
    const action = decide(object, time, vocabulary);
    const api = client.api(secret, namespace);
    if (action.type === "invalidate") {
      const labels = { [vocabulary.bind(tokenInvalidSinceLabel)]: action.date };
      await ignoreNotFound(api.patch(name, "merge", { metadata: { uid, labels } }, { signal }));
      logger.info("marked an unused token as invalid", { namespace, secret: name });
    }
    if (action.type === "delete") {
      await ignoreNotFound(api.delete(name, { preconditions: { uid, resourceVersion }, signal }));
      logger.info("deleted an unused token", { namespace, secret: name });
    }
  }

  async #usedNames(namespace: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { items } = await this.#context.reader.api(pod, namespace).listAll({ limit: chunkObjects, signal });
    return new Set(items.flatMap(podSecretNames));
  }
}

/** Adds the only key of the queue. Later checks follow from the interval. */
function startOnce(add: (key: string) => void): Disposable {
  add("tokens");
  return { [Symbol.dispose]: () => undefined };
}
