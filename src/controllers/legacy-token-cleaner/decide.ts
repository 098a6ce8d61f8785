/** Decides which token Secrets of ServiceAccounts are unused. Pure functions; dates are texts such as `2025-01-31`. */
import type { Secret } from "../../api/core/v1/secret.ts";
import type { ServiceAccount } from "../../api/core/v1/service-account.ts";
import { ParseError } from "../../meta/parse-error.ts";
import { formatTime, parseDate, parseTime } from "../../meta/time.ts";
import { tokenInvalidSinceLabel, tokenLastUsedLabel } from "../../meta/tokens/account-token-secret.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";

/** The time of the decisions. */
export interface CleanUpTime {
  readonly nowMs: number;
  /** How long a token must be unused before it becomes invalid, and then before it is deleted. */
  readonly periodMs: number;
}

const dayMs = 24 * 60 * 60_000;

/** Whether the use of tokens has been recorded for the whole period. @param since date of the first record */
export function isTrackedLongEnough(since: string, { nowMs, periodMs }: CleanUpTime): boolean {
  // The record may have begun at the end of this day.
  return nowMs >= parseDate(since).epochSeconds * 1000 + dayMs + periodMs;
}

/** Whether a token is old and, as far as its labels show, was not used in the period. */
export function isUnused({ metadata }: Readonly<Secret>, time: CleanUpTime, vocabulary: Vocabulary): boolean {
  const { creationTimestamp, deletionTimestamp, labels = {} } = metadata;
  if (!creationTimestamp || deletionTimestamp !== undefined) return false;
  if (parseTime(creationTimestamp) >= time.nowMs - time.periodMs) return false;
  const { [vocabulary.bind(tokenLastUsedLabel)]: lastUsed } = labels;
  return lastUsed === undefined || (isDate(lastUsed) && lastUsed < firstKeptDate(time));
}

/** Whether the account refers to the Secret. Only generated tokens have such a reference. */
export function isGenerated({ secrets = [] }: Readonly<ServiceAccount>, secretName: string): boolean {
  return secrets.some(({ name }) => name === secretName);
}

/** The request that an unused token needs, or none. */
export type UnusedTokenAction =
  | { readonly type: "wait" }
  | { readonly type: "invalidate"; readonly date: string }
  | { readonly type: "delete" };

/** Returns what to do about an unused token. It is first marked as invalid, and deleted one period later. */
export function decide({ metadata }: Readonly<Secret>, time: CleanUpTime, vocabulary: Vocabulary): UnusedTokenAction {
  const { [vocabulary.bind(tokenInvalidSinceLabel)]: invalidSince = "" } = metadata.labels ?? {};
  if (!isDate(invalidSince)) return { type: "invalidate", date: dateOf(time.nowMs) };
  return invalidSince < firstKeptDate(time) ? { type: "delete" } : { type: "wait" };
}

function firstKeptDate({ nowMs, periodMs }: CleanUpTime): string {
  return dateOf(nowMs - periodMs);
}

function dateOf(epochMs: number): string {
  return formatTime(epochMs).slice(0, "2006-01-02".length);
}

function isDate(text: string): boolean {
  try {
    parseDate(text);
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
