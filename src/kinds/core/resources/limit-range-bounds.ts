/** Rules across the bounds and defaults of one resource in a LimitRange. */
import type { LimitRangeItem } from "../../../api/core/v1/limit-range.ts";
import { goFixed } from "../../../base/go-fixed.ts";
import { getOwn } from "../../../base/own-property.ts";
import { invalidField } from "../../../meta/field-error.ts";
import { parseQuantity, Quantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";
import { goQuantity } from "./go-quantity.ts";
import { mayOvercommit } from "./resource-names.ts";

type ListField = "max" | "min" | "default" | "defaultRequest" | "maxLimitRequestRatio";

/** Two amounts of which the first must not exceed the second, with their names in messages. */
interface Order {
  readonly low: readonly [ListField, string];
  readonly high: readonly [ListField, string];
  /** Field in the path of the error, and field whose amount the error shows. */
  readonly place: ListField;
  readonly shown: ListField;
}

const least = ["min", "min value"] as const;
const most = ["max", "max value"] as const;
const request = ["defaultRequest", "default request value"] as const;
const limit = ["default", "default value"] as const;

const orders: readonly Order[] = [
  { low: least, high: most, place: "min", shown: "min" },
  { low: least, high: request, place: "defaultRequest", shown: "defaultRequest" },
  { low: request, high: most, place: "defaultRequest", shown: "defaultRequest" },
  { low: request, high: ["default", "default limit value"], place: "defaultRequest", shown: "defaultRequest" },
  { low: least, high: limit, place: "default", shown: "min" },
  { low: limit, high: most, place: "default", shown: "max" },
];

/**
 * Reports bounds of one item that contradict each other. Defaults of the type `Pod` are left out, because they are
 * forbidden.
 */
export function reportBounds(item: LimitRangeItem, context: ValidationContext): void {
  const bounds = item.type === "Pod" ? { ...item, default: {}, defaultRequest: {} } : item;
  const { max, min, default: limits, defaultRequest, maxLimitRequestRatio } = bounds;
  for (const name of new Set([max, min, limits, defaultRequest, maxLimitRequestRatio].flatMap(namesOf))) {
    reportOrders(bounds, name, context);
    reportRatio(bounds, name, context);
    reportEqual(bounds, name, context);
  }
}

function namesOf(list: object = {}): readonly string[] {
  return Object.keys(list);
}

function reportOrders(item: LimitRangeItem, name: string, context: ValidationContext): void {
  for (const { low, high, place, shown } of orders) {
    const lower = getOwn(item[low[0]], name);
    const upper = getOwn(item[high[0]], name);
    if (lower === undefined || upper === undefined) continue;
    if (parseQuantity(lower).compare(parseQuantity(upper)) <= 0) continue;
    const path = at(context, `${place}[${name}]`);
    const why = `${low[1]} ${lower} is greater than ${high[1]} ${upper}`;
    context.report(invalidField(path, goQuantity(getOwn(item[shown], name) ?? "0"), why));
  }
}

function reportRatio(item: LimitRangeItem, name: string, context: ValidationContext): void {
  const text = getOwn(item.maxLimitRequestRatio, name);
  if (text === undefined) return;
  const reject = (why: string): void => {
    context.report(
      invalidField(at(context, `maxLimitRequestRatio[${name}]`), goQuantity(text), `ratio ${text} ${why}`),
    );
  };
  const ratio = parseQuantity(text);
  if (ratio.compare(Quantity.of(1)) < 0) reject("is less than 1");
  const [min, max] = [getOwn(item.min, name), getOwn(item.max, name)];
  if (min === undefined || max === undefined) return;
  const [value, most] = ratioAndMost(ratio, parseQuantity(min), parseQuantity(max));
  if (value > most) reject(`is greater than max/min = ${goFixed(most)}`);
}

/** Smallest amount in units whose thousandths may exceed 64 bits. */
const maxMilliValue = (2n ** 63n - 1n) / 1000n;

/** Returns the ratio, and the most that it may be. Counts in thousandths, but in whole units if one amount is very large. */
function ratioAndMost(ratio: Quantity, min: Quantity, max: Quantity): readonly [number, number] {
  const isLarge = [ratio, min, max].some((amount) => amount.value() >= maxMilliValue);
  if (isLarge) return [Number(ratio.value()), Number(max.value()) / Number(min.value())];
  return [Number(ratio.milliValue()) / 1000, Number(max.milliValue()) / Number(min.milliValue())];
}

/** A resource that cannot be overcommitted has equal defaults for request and limit. */
function reportEqual(item: LimitRangeItem, name: string, context: ValidationContext): void {
  const [limit, request] = [getOwn(item.default, name), getOwn(item.defaultRequest, name)];
  if (limit === undefined || request === undefined || mayOvercommit(name)) return;
  if (parseQuantity(limit).compare(parseQuantity(request)) === 0) return;
  const why = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
  context.report(invalidField(at(context, `defaultRequest[${name}]`), goQuantity(request), why));
}
