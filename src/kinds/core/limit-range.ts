import { type LimitRange, type LimitRangeItem, limitRangeItem, limitRangeSpec } from "../../api/core/v1/limit-range.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../schema/index.ts";
import { reportLimits } from "./limit-range-rules.ts";
import { roundUpToMilli } from "./resource-lists.ts";

export const limitRangeHooks: KindHooks<LimitRange> = {
  prepareForCreate: ({ metadata }, { random }) => {
    metadata.name ||= random.uuid();
  },
  nameFormat: "dns1123Subdomain",
};

export const limitRangeRules: readonly RuleEntry[] = [
  rulesFor(limitRangeItem, { defaults: fillItem }),
  rulesFor(limitRangeSpec, { validate: reportLimits }),
];

/** Containers that say nothing may use the most, and ask for what they may use, or else for the least. */
function fillItem(item: LimitRangeItem): void {
  const { type, max, min, default: limit, defaultRequest, maxLimitRequestRatio } = item;
  for (const list of [max, min, limit, defaultRequest, maxLimitRequestRatio]) roundUpToMilli(list);
  if (type !== "Container") return;
  const limits = { ...max, ...limit };
  const requests = { ...min, ...limits, ...defaultRequest };
  if (!isEmpty(limits)) item.default = limits;
  if (!isEmpty(requests)) item.defaultRequest = requests;
}

function isEmpty(list: object): boolean {
  return Object.keys(list).length === 0;
}
