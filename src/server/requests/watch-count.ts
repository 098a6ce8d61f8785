/** Counts watches while they last, so that the seats of writes depend on them. */
import type { WatchCounts } from "../../fairness/index.ts";
import { parseFieldSelector } from "../../meta/field-selector.ts";
import { ParseError } from "../../meta/parse-error.ts";
import type { Call } from "./call.ts";
import { textParameter } from "./query-parameters.ts";

/**
 * Resources whose watches are usually divided by a field, as in the reference. A watch with one value of the field receives
 * few events, so it is not counted.
 */
const dividingFields: ReadonlyMap<string, string> = new Map([["pods", "spec.nodeName"]]);

/** Counts a watch for the estimates of writes. @returns whether it is counted, so that `forgetWatch` must be called when it ends */
export function countWatch(call: Call, watches: WatchCounts): boolean {
  const { info } = call;
  if (!info.isResource || isDivided(call, info.resource)) return false;
  watches.add(info);
  return true;
}

/** Ends counting a watch. */
export function forgetWatch({ info }: Call, watches: WatchCounts): void {
  if (info.isResource) watches.remove(info);
}

function isDivided(call: Call, resource: string): boolean {
  const field = dividingFields.get(resource);
  const selector = field === undefined ? "" : textParameter(call, "fieldSelector");
  if (field === undefined || !selector.includes(field)) return false;
  try {
    return (parseFieldSelector(selector).requiresExact(field) ?? "") !== "";
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
