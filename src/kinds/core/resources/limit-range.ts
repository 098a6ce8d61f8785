import {
  type LimitRange,
  type LimitRangeItem,
  limitRangeItem,
  limitRangeSpec,
} from "../../../api/core/v1/limit-range.ts";
import { setOwn } from "../../../base/own-property.ts";
import { type KindHooks, type RuleEntry, rulesFor } from "../../../schema/index.ts";
import { reportLimits } from "./limit-range-rules.ts";
import { type ResourceList, roundUpToMilli } from "./resource-lists.ts";

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
  const limits = fillUp(limit, max);
  const requests = fillUp(defaultRequest, limits, min);
  if (!isEmpty(limits)) item.default = limits;
  if (!isEmpty(requests)) item.defaultRequest = requests;
}

/** Adds missing amounts to `list` itself, for which the decoder has recorded how the client spelled the others. */
function fillUp(list: ResourceList = {}, ...sources: readonly (ResourceList | undefined)[]): ResourceList {
  for (const source of sources) {
    for (const [name, amount] of Object.entries(source ?? {})) {
      if (!Object.hasOwn(list, name)) setOwn(list, name, amount);
    }
  }
  return list;
}

function isEmpty(list: object): boolean {
  return Object.keys(list).length === 0;
}
