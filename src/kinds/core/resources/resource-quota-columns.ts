import type { ResourceQuota } from "../../../api/index.ts";
import { getOwn } from "../../../base/own-property.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

const isLimit = (name: string): boolean => name.startsWith("limits.");

/** Columns of ResourceQuotas in a Table. */
export const resourceQuotaColumns: readonly Column<ResourceQuota>[] = [
  nameColumn,
  ageColumn,
  column("Request", "Used and allowed amounts, except for limits.", (quota) =>
    usageText(quota, (name) => !isLimit(name)),
  ),
  column("Limit", "Used and allowed amounts of limits.", (quota) => usageText(quota, isLimit)),
];

/** Returns a text such as `pods: 3/10, requests.cpu: 500m/2`. */
function usageText({ status }: ResourceQuota, isShown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  const names = Object.keys(hard).filter(isShown).sort();
  return names.map((name) => `${name}: ${getOwn(used, name) ?? "0"}/${hard[name] ?? "0"}`).join(", ");
}
