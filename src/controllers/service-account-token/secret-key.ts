/** Keys of token Secrets in the work queue. They keep the account of a Secret that was deleted. */
import type { Secret } from "../../api/core/v1/secret.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { type AccountReference, accountReference } from "../account-token/index.ts";

/** A Secret and its account. */
export interface TokenSecretName {
  readonly name: string;
  readonly account: AccountReference;
}

/** Returns the key of a token Secret. */
export function secretKey(secret: Readonly<Secret>, vocabulary: Vocabulary): string {
  const { namespace, name, uid } = accountReference(secret, vocabulary);
  return JSON.stringify([namespace, secret.metadata.name ?? "", name, uid]);
}

/** Returns the names in a key. */
export function parseSecretKey(key: string): TokenSecretName {
  const [namespace, name, account, uid] = JSON.parse(key) as [string, string, string, string];
  return { name, account: { namespace, name: account, uid } };
}
