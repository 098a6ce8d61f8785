/** The tables of the debug endpoints. They show the levels, queues and requests of one process. */

import type { Clock } from "../base/clock.ts";
import { trimFraction } from "../base/trim-text.ts";
import { formatDuration } from "../meta/duration.ts";
import { dumpTable } from "./dump-table.ts";
import type { Fairness } from "./fairness.ts";
import type { FlowRequest } from "./flow-request.ts";
import type { PriorityLevel } from "./priority-level.ts";
import { RequestQueue } from "./request-queue.ts";
import { formatWork } from "./seat-seconds.ts";

/** A level with more queues than this shows only those that have been used. */
const shownQueuesMax = 1000;

const levelColumns = [
  "PriorityLevelName",
  "ActiveQueues",
  "IsIdle",
  "IsQuiescing",
  "WaitingRequests",
  "ExecutingRequests",
  "DispatchedRequests",
  "RejectedRequests",
  "TimedoutRequests",
  "CancelledRequests",
];

/** Returns the table of `dump_priority_levels`. */
export function dumpLevels(fairness: Fairness): string {
  const rows = fairness.levels.map(({ name, isQuiescing, set }) => {
    const activeQueues = set.usedQueues.filter(({ waiting }) => waiting.size > 0).length;
    // As in the reference, requests whose wait took too long are counted as cancelled.
    const timedOut = 0;
    const counts = [set.waitingCount, set.executing.size, set.dispatchedCount, set.rejectedCount, timedOut];
    const states = [name, activeQueues, set.isIdle, isQuiescing];
    return [...states, ...counts, set.cancelledCount].map(String);
  });
  return dumpTable([levelColumns, ...rows]);
}

const queueColumns = [
  "PriorityLevelName",
  "Index",
  "PendingRequests",
  "ExecutingRequests",
  "SeatsInUse",
  "NextDispatchR",
  "InitialSeatsSum",
  "MaxSeatsSum",
  "TotalWorkSum",
];

/** Returns the table of `dump_queues`. */
export function dumpQueues(fairness: Fairness): string {
  const rows = fairness.levels.flatMap((level) =>
    queuesOf(level).map((queue) => [
      level.name,
      String(queue.index),
      String(queue.waiting.size),
      String(queue.executingCount),
      String(queue.seatsInUse),
      formatWork(queue.nextDispatchR),
      String(queue.initialSeatsSum),
      String(queue.seatsSum),
      formatWork(queue.workSum),
    ]),
  );
  return dumpTable([queueColumns, ...rows]);
}

function queuesOf({ set }: PriorityLevel): readonly RequestQueue<FlowRequest>[] {
  const { queues } = set.config;
  if (queues < 1 || queues > shownQueuesMax) return set.usedQueues;
  const used = new Map(set.usedQueues.map((queue) => [queue.index, queue]));
  const count = Math.max(queues, ...[...used.keys()].map((index) => index + 1));
  return Array.from({ length: count }, (_, index) => used.get(index) ?? new RequestQueue(index));
}

const requestColumns = [
  "PriorityLevelName",
  "FlowSchemaName",
  "QueueIndex",
  "RequestIndexInQueue",
  // The reference spells it so.
  "FlowDistingsher",
  "ArriveTime",
  "InitialSeats",
  "FinalSeats",
  "AdditionalLatency",
  "StartTime",
];
const detailColumns = ["UserName", "Verb", "APIPath", "Namespace", "Name", "APIVersion", "Resource", "SubResource"];

/** Returns the table of `dump_requests`. @param hasDetails whether it shows users, verbs and objects */
export function dumpRequests(fairness: Fairness, clock: Clock, hasDetails: boolean): string {
  // Requests remember monotonic times, because these are needed for each request, and wall-clock times only here.
  const offsetMs = clock.nowMs() - clock.monotonicMs();
  const row = (level: PriorityLevel, request: FlowRequest, indexInQueue: number): readonly string[] => {
    const { flow, queue, arrivedMs, startedMs, initialSeats, finalSeats, additionalMs } = request;
    const cells = [
      level.name,
      flow.schemaName,
      String(queue?.index ?? -1),
      String(indexInQueue),
      flow.distinguisher,
      timeText(arrivedMs + offsetMs),
      String(initialSeats),
      String(finalSeats),
      formatDuration(BigInt(Math.round(additionalMs * 1e6))),
      request.state === "waiting" ? "0001-01-01T00:00:00Z" : timeText(startedMs + offsetMs),
    ];
    return hasDetails ? [...cells, ...detailsOf(request)] : cells;
  };
  const rows = fairness.levels.flatMap((level) => [
    ...level.set.usedQueues.flatMap(({ waiting }) => [...waiting].map((request, index) => row(level, request, index))),
    ...[...level.set.executing].map((request) => row(level, request, -1)),
  ]);
  return dumpTable([hasDetails ? [...requestColumns, ...detailColumns] : requestColumns, ...rows]);
}

function detailsOf({ user, info }: FlowRequest): readonly string[] {
  const { verb, path, namespace = "", name = "", group = "", version = "", resource = "", subresource = "" } = info;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return [user.name, verb, path, namespace, name, apiVersion, resource, subresource];
}

/** Returns a time in the format of RFC 3339 with fractions of a second, without zeros at their end. */
function timeText(ms: number): string {
  return trimFraction(new Date(ms).toISOString());
}
