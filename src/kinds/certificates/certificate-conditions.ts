/** Changes that the server makes to the conditions of a CertificateSigningRequest. */
import type { CertificateSigningRequest, CertificateSigningRequestCondition as Condition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { formatTime } from "../../meta/time.ts";

/** Fills in missing times of conditions. A condition with an unchanged status keeps its transition time. */
export function stampConditions(
  { status }: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest>,
  nowMs: number,
): void {
  const now = formatTime(nowMs);
  for (const condition of status?.conditions ?? []) {
    condition.lastUpdateTime ||= now;
    condition.lastTransitionTime ||= transitionTime(condition, old) ?? now;
  }
}

function transitionTime({ type, status }: Condition, old: DeepReadonly<CertificateSigningRequest>): string | undefined {
  const known = old.status?.conditions?.find(
    (one) => one.type === type && one.status === status && one.lastTransitionTime,
  );
  return known?.lastTransitionTime;
}

/** Condition types that can only be written through the subresource `approval`. */
const decisions: readonly string[] = ["Approved", "Denied"];

/**
 * Restores the stored decisions. If their number has changed, they are left unchanged, so that validation rejects them.
 */
export function keepDecisions(
  { status }: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest>,
): void {
  if (!status?.conditions) return;
  for (const type of decisions) status.conditions = keepConditions(status.conditions, old.status?.conditions, type);
}

function keepConditions(conditions: readonly Condition[], old: readonly Condition[] = [], type: string): Condition[] {
  const stored = old.filter((one) => one.type === type);
  if (conditions.filter((one) => one.type === type).length !== stored.length) return [...conditions];
  return conditions.map((one) => (one.type === type ? (stored.shift() ?? one) : one));
}
