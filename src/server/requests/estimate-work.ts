/** Estimates how many seats a request takes, from its verb and its parameters. */
import {
  type ActiveFlowSchema,
  listEstimate,
  malformedListEstimate,
  oneSeat,
  type WatchCounts,
  type WorkEstimate,
  writeEstimate,
} from "../../fairness/index.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { Call } from "./call.ts";
import { booleanParameter, integerParameter, textParameter } from "./query-parameters.ts";
import type { ResourceRequestInfo } from "./request-info.ts";

/** Returns the number of objects of the request's resource. Undefined if it is not known. */
export type ObjectCounter = (info: ResourceRequestInfo) => number | undefined;

/** State of the server on which an estimate depends. */
export interface EstimateInputs {
  /** Largest number of seats of one request of the level. 0: there is none. */
  readonly levelSeatsMax: number;
  readonly watches: WatchCounts;
  readonly countObjects: ObjectCounter;
  /** Whether watches that send a state first take seats like lists. */
  readonly countsWatchLists: boolean;
  readonly stats: Pick<ActiveFlowSchema["stats"], "watchCount">;
}

/** Returns the estimate of a request. */
export function estimateWork(call: Call, inputs: EstimateInputs): WorkEstimate {
  const { info } = call;
  if (!info.isResource) return oneSeat;
  switch (info.verb) {
    case "list":
      return info.name === "" ? estimateList(call, info, inputs) : oneSeat;
    case "watch":
      return inputs.countsWatchLists && info.name === "" && call.hasQuery ? estimateWatch(call, info, inputs) : oneSeat;
    case "create":
    case "update":
    case "patch":
    case "delete":
      return estimateWrite(info, inputs);
    default:
      return oneSeat;
  }
}

function estimateWatch(call: Call, info: ResourceRequestInfo, inputs: EstimateInputs): WorkEstimate {
  return booleanParameter(call, "sendInitialEvents") === true ? estimateList(call, info, inputs) : oneSeat;
}

function estimateList(call: Call, info: ResourceRequestInfo, inputs: EstimateInputs): WorkEstimate {
  const { countObjects, levelSeatsMax } = inputs;
  const limit = call.hasQuery ? limitOf(call) : 0;
  if (limit === undefined) return malformedListEstimate(levelSeatsMax);
  const storedCount = countObjects(info);
  const hasSelector = textParameter(call, "fieldSelector") !== "" || textParameter(call, "labelSelector") !== "";
  const isFromCache = info.verb === "watch" || isCachedList(call, limit);
  return listEstimate({ storedCount, limit, hasSelector, isFromCache }, levelSeatsMax);
}

/** Returns the `limit` of a list, 0 if it has none. Undefined if a number in the query is malformed. */
function limitOf(call: Call): number | undefined {
  try {
    integerParameter(call, "timeoutSeconds");
    return integerParameter(call, "limit") ?? 0;
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

/** Whether the reference reads the list from its cache. */
function isCachedList(call: Call, limit: number): boolean {
  if (textParameter(call, "continue") !== "") return false;
  const version = textParameter(call, "resourceVersion");
  const match = textParameter(call, "resourceVersionMatch");
  if (match !== "") return match === "NotOlderThan";
  return !(limit > 0 && version !== "" && version !== "0");
}

/** As in the reference, watches are not informed about the requests for tokens of service accounts. */
function estimateWrite(info: ResourceRequestInfo, { watches, stats, levelSeatsMax }: EstimateInputs): WorkEstimate {
  if (info.subresource === "token" && info.resource === "serviceaccounts") return oneSeat;
  const count = watches.ofWrite(info);
  stats.watchCount(count);
  return writeEstimate(count, levelSeatsMax);
}
