/** What the server does to the conditions of a request for a certificate. */
import type { CertificateSigningRequest, CertificateSigningRequestCondition as Condition } from "../../api/index.ts";
import { formatTime } from "../../meta/time.ts";

/** Fills in when conditions were written and, unless the status is an old one, when it changed. */
export function stampConditions(
  { status }: CertificateSigningRequest,
  old: CertificateSigningRequest,
  nowMs: number,
): void {
  const now = formatTime(nowMs);
  for (const condition of status?.conditions ?? []) {
    condition.lastUpdateTime ||= now;
    condition.lastTransitionTime ||= transitionTime(condition, old) ?? now;
  }
}

function transitionTime({ type, status }: Condition, old: CertificateSigningRequest): string | undefined {
  const known = old.status?.conditions?.find(
    (one) => one.type === type && one.status === status && one.lastTransitionTime,
  );
  return known?.lastTransitionTime;
}

/** The types that are written through `approval` alone. */
const decisions: readonly string[] = ["Approved", "Denied"];

/**
 * Takes the decisions as they are stored. Where some were added or removed they stay as they came, for the rules of
 * changes to refuse.
 */
export function keepDecisions({ status }: CertificateSigningRequest, old: CertificateSigningRequest): void {
  if (!status?.conditions) return;
  for (const type of decisions) status.conditions = keepConditions(status.conditions, old.status?.conditions, type);
}

function keepConditions(conditions: readonly Condition[], old: readonly Condition[] = [], type: string): Condition[] {
  const stored = old.filter((one) => one.type === type);
  if (conditions.filter((one) => one.type === type).length !== stored.length) return [...conditions];
  return conditions.map((one) => (one.type === type ? (stored.shift() ?? one) : one));
}
