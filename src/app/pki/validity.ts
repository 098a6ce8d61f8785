/** How long certificates live, and when a new one is due. */

const dayMs = 24 * 60 * 60 * 1_000;

/** The CA outlives what it signs: replacing it means new configuration for every client. */
export const caDays = 3_650;
export const leafDays = 365;
/** A certificate with less time left is renewed at the next start. */
const renewalDays = 30;

/** Certificates begin a little in the past, for peers whose clocks are slow. */
const backdatingMs = 5 * 60 * 1_000;

export interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From the epoch to the last second that certificates can name. */
export const timeless: Validity = { fromMs: 0, toMs: Date.UTC(9999, 11, 31, 23, 59, 59) };

/** Returns the validity of a certificate that is made now. */
export function validityFor(nowMs: number, days: number): Validity {
  return { fromMs: nowMs - backdatingMs, toMs: nowMs + days * dayMs };
}

export function isDueForRenewal({ fromMs, toMs }: Validity, nowMs: number): boolean {
  return nowMs < fromMs || toMs - nowMs < renewalDays * dayMs;
}
