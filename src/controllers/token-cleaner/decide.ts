/** Decides when to delete a bootstrap token. A pure function. */
import type { Secret } from "../../api/core/v1/secret.ts";
import { expirationMs, nextCheckMs } from "../bootstrap-token/index.ts";

/** Whether to delete the token, or when to look at it again. */
export type TokenCleanerAction =
  | { readonly type: "delete" }
  | {
      readonly type: "keep";
      /** Delay before the next check. Undefined if the token never expires. */
      readonly lookAgainAfterMs: number | undefined;
    };

/** Returns what to do about the Secret of a bootstrap token. */
export function decide(object: Readonly<Secret>, nowMs: number): TokenCleanerAction {
  const expiresMs = expirationMs(object);
  if (expiresMs <= nowMs) return { type: "delete" };
  return { type: "keep", lookAgainAfterMs: nextCheckMs([expiresMs], nowMs) };
}
