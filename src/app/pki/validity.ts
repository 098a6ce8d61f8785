/** How long certificates are valid, and when they are renewed. */

const dayMs = 24 * 60 * 60 * 1_000;

/** Validity of a CA in days. It is long, because a new CA requires a new configuration for every client. */
export const caDays = 3_650;
/** Validity of server and client certificates in days. */
export const leafDays = 365;
/** A certificate with fewer days left is renewed at the next start. */
const renewalDays = 30;

/** Certificates are valid from a few minutes before their creation, for peers whose clocks are slow. */
const backdatingMs = 5 * 60 * 1_000;

/** A period in milliseconds since the epoch. */
export interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The longest period that certificates can state. */
export const timeless: Validity = { fromMs: 0, toMs: Date.UTC(9999, 11, 31, 23, 59, 59) };

/** Returns the validity of a certificate that is created at `nowMs`. */
export function validityFor(nowMs: number, days: number): Validity {
  return { fromMs: nowMs - backdatingMs, toMs: nowMs + days * dayMs };
}

/** Whether a certificate is not valid yet, has expired, or expires soon. */
export function isDueForRenewal({ fromMs, toMs }: Validity, nowMs: number): boolean {
  return nowMs < fromMs || toMs - nowMs < renewalDays * dayMs;
}
