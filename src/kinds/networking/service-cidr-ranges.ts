/** Ranges of addresses that ServiceCIDRs provide for Services. */
import type { ServiceCIDR } from "../../api/index.ts";
import type { ValueRange } from "../../schema/index.ts";
import { serviceCidrRange } from "../core/service/service-ranges.ts";

/** Type of the condition that shows whether addresses may be allocated from a ServiceCIDR. */
export const readyCondition = "Ready";

/**
 * Returns the ranges of a ServiceCIDR. Empty if it is being deleted or its condition says that it is not ready. A
 * missing condition counts as ready, because its controller may not be running.
 */
export function rangesOfServiceCidr({ metadata, spec, status }: ServiceCIDR): readonly ValueRange[] {
  const ready = status?.conditions?.find(({ type }) => type === readyCondition);
  const isReady = ready === undefined || ready.status === "True";
  if (!isReady || metadata.deletionTimestamp) return [];
  return (spec?.cidrs ?? []).flatMap((cidr) => serviceCidrRange(cidr) ?? []);
}
