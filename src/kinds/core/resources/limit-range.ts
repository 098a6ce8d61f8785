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

/** Hooks of LimitRanges: generated name, name format. */
export const limitRangeHooks: KindHooks<LimitRange> = {
  prepareForCreate: ({ metadata }, { random }) => {
    metadata.name ||= random.uuid();
  },
  nameFormat: "dns1123Subdomain",
};

/** Defaults and validation of LimitRanges and their items. */
export const limitRangeRules: readonly RuleEntry[] = [
  rulesFor(limitRangeItem, { defaults: fillItem }),
  rulesFor(limitRangeSpec, { validate: reportLimits }),
];

/**
 * Fills in the defaults of containers. The default limit is `max`. The default request is the default limit, or else
 * `min`.
 */
function fillItem(item: LimitRangeItem): void {
  const { type, max, min, default: limit, defaultRequest, maxLimitRequestRatio } = item;
  for (const list of [max, min, limit, defaultRequest, maxLimitRequestRatio]) roundUpToMilli(list);
  if (type !== "Container") return;
  const limits = fillUp(limit, max);
  const requests = fillUp(defaultRequest, limits, min);
  if (!isEmpty(limits)) item.default = limits;
  if (!isEmpty(requests)) item.defaultRequest = requests;
}

/**
 * Adds missing amounts to `list` in place. The decoder has recorded the client's notation of the other amounts by this
 * object.
 */
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
