/** The ranges of addresses that ServiceCIDRs offer to Services. */
import type { ServiceCIDR } from "../../api/index.ts";
import type { ValueRange } from "../../schema/index.ts";
import { serviceCidrRange } from "../core/service/service-ranges.ts";

/** The type of the condition that says whether addresses may be taken. */
export const readyCondition = "Ready";

/** None of one that is being deleted, or that somebody says is not ready. Whoever would say so may not be running. */
export function rangesOfServiceCidr({ metadata, spec, status }: ServiceCIDR): readonly ValueRange[] {
  const ready = status?.conditions?.find(({ type }) => type === readyCondition);
  const isReady = ready === undefined || ready.status === "True";
  if (!isReady || metadata.deletionTimestamp) return [];
  return (spec?.cidrs ?? []).flatMap((cidr) => serviceCidrRange(cidr) ?? []);
}
