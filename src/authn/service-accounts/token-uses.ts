/** Records that are made when a token is used: counters, warnings for the client, and entries for the audit log. */

/** A counter of used tokens. Its name in metrics begins with `serviceaccount_`. */
export type TokenCounter =
  | "invalid_legacy_auto_token_uses_total"
  | "legacy_auto_token_uses_total"
  | "legacy_manual_token_uses_total"
  | "legacy_tokens_total"
  | "stale_tokens_total"
  | "valid_tokens_total";

/** The Secret whose token was used. */
export interface UsedSecret {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Receives the uses of tokens. */
export interface TokenUses {
  count(counter: TokenCounter): void;
  /** Writes the date of the last use to the labels of a Secret. */
  labelSecret(secret: UsedSecret, labels: Readonly<Record<string, string>>): Promise<void>;
}
