/** Counts the uses of service account tokens, and records them in the Secrets of old tokens. */
import { secret } from "../../api/core/v1/secret.ts";
import type { TokenCounter, TokenUses, UsedSecret } from "../../authn/index.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, type MetricRegistry } from "../../base/metrics.ts";
import type { ObjectAccess } from "../../schema/index.ts";

const help: Readonly<Record<TokenCounter, string>> = {
  invalid_legacy_auto_token_uses_total: "Number of uses of generated tokens in Secrets that are marked as invalid.",
  legacy_auto_token_uses_total: "Number of uses of generated tokens in Secrets.",
  legacy_manual_token_uses_total: "Number of uses of tokens in Secrets that a user has created.",
  legacy_tokens_total: "Number of uses of tokens without an audience.",
  stale_tokens_total: "Number of uses of tokens that the client should have replaced.",
  valid_tokens_total: "Number of uses of tokens that the client should replace later.",
};

/** Records the uses of tokens. */
export class AccountTokenUses implements TokenUses {
  readonly #counters = new Map<TokenCounter, Counter>();
  readonly #objects: ObjectAccess;
  readonly #logger: Logger;

  constructor({ objects, logger }: { readonly objects: ObjectAccess; readonly logger: Logger }) {
    this.#objects = objects;
    this.#logger = logger;
    for (const [name, text] of Object.entries(help) as [TokenCounter, string][]) {
      const definition = { name: `serviceaccount_${name}`, help: text, stability: "ALPHA", labels: [] } as const;
      const counter = new Counter(definition);
      counter.add([], 0);
      this.#counters.set(name, counter);
    }
  }

  /** Shows the counters in a registry. */
  register(registry: MetricRegistry): void {
    for (const counter of this.#counters.values()) registry.add(counter);
  }

  count(counter: TokenCounter): void {
    this.#counters.get(counter)?.add();
  }

  async labelSecret({ namespace, name, uid }: UsedSecret, labels: Readonly<Record<string, string>>): Promise<void> {
    try {
      await this.#objects.update(secret, {
        namespace,
        name,
        subresource: "",
        dryRun: false,
        isOwned: true,
        preconditions: { uid },
        change: ({ metadata }) => {
          metadata.labels = { ...metadata.labels, ...labels };
        },
      });
    } catch (error) {
      this.#logger.error("the last use of a token could not be recorded in its Secret", error, { namespace, name });
    }
  }
}
