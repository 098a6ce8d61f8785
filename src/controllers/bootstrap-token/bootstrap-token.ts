/** Reads bootstrap tokens from the Secrets that hold them. */
import type { Secret } from "../../api/core/v1/secret.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { parseTime } from "../../meta/time.ts";

/** A bootstrap token that may sign. A client and the cluster share it. */
export interface SigningToken {
  /** The public part. */
  readonly id: string;
  readonly secret: Buffer;
}

const secretName = /^bootstrap-token-([a-z0-9]{6})$/;

/** Returns the token of a Secret. Undefined if it must not sign: it is malformed, expired, or meant for other uses. */
export function signingToken(object: Readonly<Secret>, nowMs: number): SigningToken | undefined {
  const id = secretName.exec(object.metadata.name ?? "")?.[1];
  const secret = dataOf(object, "token-secret");
  if (id === undefined || secret.length === 0 || textOf(object, "token-id") !== id) return undefined;
  if (textOf(object, "usage-bootstrap-signing") !== "true" || expirationMs(object) <= nowMs) return undefined;
  return { id, secret };
}

/**
 * Returns the time at which the token expires, in milliseconds since 1970. `Infinity` if it never expires. A token with
 * an unreadable time has always been expired, as in the reference.
 */
export function expirationMs(object: Readonly<Secret>): number {
  const text = textOf(object, "expiration");
  if (text === "") return Number.POSITIVE_INFINITY;
  try {
    return parseTime(text);
  } catch (error) {
    if (error instanceof ParseError) return Number.NEGATIVE_INFINITY;
    throw error;
  }
}

function textOf(object: Readonly<Secret>, key: string): string {
  return dataOf(object, key).toString("utf8");
}

function dataOf({ data }: Readonly<Secret>, key: string): Buffer {
  return Buffer.from(data?.[key] ?? "", "base64");
}
