/**
 * Checks that the operations on one object are linearizable: there is an order in which each takes effect at one moment
 * between its request and its response, and each response fits the state at that moment.
 *
 * The search is that of Wing and Gong, with Lowe's memory of visited states. Revisions make it fast, because they order
 * the writes. Only operations with an unknown outcome or revision cause a choice.
 */
import { contentOf, type Operation } from "../history/history.ts";
import { canHaveDeleted } from "./authorship.ts";
import type { Versions } from "./versions.ts";
import type { Violation } from "./violation.ts";

/** State of an object between two operations. */
interface State {
  readonly isLive: boolean;
  /** Revision of the last write or deletion. Undefined if it is not known. */
  readonly revision: number | undefined;
  readonly uid: string | undefined;
}

/** An operation in the search. */
interface Step {
  readonly invokedAt: number;
  /** Infinity if the outcome is unknown. */
  readonly returnedAt: number;
  /** Whether the operation must take effect. */
  readonly isRequired: boolean;
  /** Revision of a write, if it is known. */
  readonly revision: number | undefined;
  readonly isWrite: boolean;
  /** Returns the state after the operation, or undefined if its response does not fit. */
  readonly apply: (state: State) => State | undefined;
}

/** Maximum number of visited states for one object. Beyond it, the object counts as linearizable. */
export const visitedStatesMax = 200_000;

/** Returns one violation for each object that is not linearizable. */
export function checkLinearizability(operations: readonly Operation[], versions: Versions): Violation[] {
  const byKey = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (!("key" in operation.request)) continue;
    const { key } = operation.request;
    byKey.set(key, [...(byKey.get(key) ?? []), operation]);
  }
  return [...byKey].flatMap(([key, ofKey]): Violation[] => {
    const steps = ofKey.flatMap((operation) => stepOf(operation, versions));
    if (canLinearize(steps)) return [];
    const message = `the responses about ${key} do not fit any order of its operations`;
    return [{ rule: "objects-are-linearizable", subject: key, message }];
  });
}

function stepOf(operation: Operation, versions: Versions): Step[] {
  const { request, outcome, invokedAt, returnedAt } = operation;
  const isAnyRead = request.kind === "get" && request.point.kind !== "latest";
  if (isAnyRead || request.kind === "list") return [];
  if (outcome.kind === "unknown") return stepOfUnknown(operation, versions);
  const apply = applyOf(operation, versions);
  if (!apply) return [];
  const isWrite = contentOf(request) !== undefined ? outcome.kind === "object" : outcome.kind === "deleted";
  let revision = isWrite && outcome.kind === "object" ? outcome.object.revision : undefined;
  if (outcome.kind === "deleted") revision = versions.deletionOf(outcome.uid)?.revision;
  return [{ invokedAt, returnedAt, isRequired: true, revision, isWrite, apply }];
}

/** Returns the effect of an operation whose outcome is known. Undefined if it says nothing about the state. */
function applyOf({ request, outcome }: Operation, versions: Versions): Step["apply"] | undefined {
  const expected = "expected" in request ? request.expected : undefined;
  if (outcome.kind === "object") {
    const { revision, uid } = outcome.object;
    if (!contentOf(request)) return (state) => (state.isLive && state.revision === revision ? state : undefined);
    return (state) => (canWrite(state, request.kind, expected) ? { isLive: true, revision, uid } : undefined);
  }
  if (outcome.kind === "deleted") {
    const revision = versions.deletionOf(outcome.uid)?.revision;
    const { uid } = outcome;
    return (state) =>
      state.uid === uid && canWrite(state, "delete", expected)
        ? { isLive: false, revision, uid: undefined }
        : undefined;
  }
  if (outcome.kind !== "rejected") return undefined;
  return applyOfRejection(request, outcome.reason, expected);
}

function applyOfRejection(
  request: Operation["request"],
  reason: string,
  expected: number | undefined,
): Step["apply"] | undefined {
  if (reason === "absent") return (state) => (state.isLive ? undefined : state);
  if (reason === "exists") return (state) => (state.isLive ? state : undefined);
  const uid = request.kind === "delete" ? request.uid : undefined;
  if (reason !== "conflict" || (expected === undefined && uid === undefined)) return undefined;
  return (state) => {
    const hasOtherRevision = expected !== undefined && state.revision !== expected;
    const hasOtherUid = uid !== undefined && state.uid !== uid;
    return state.isLive && (hasOtherRevision || hasOtherUid) ? state : undefined;
  };
}

function canWrite(state: State, kind: string, expected: number | undefined): boolean {
  if (kind === "create") return !state.isLive;
  return state.isLive && (expected === undefined || state.revision === expected);
}

/** A write with an unknown outcome took effect if its value was seen. Otherwise it may have, unless all is known. */
function stepOfUnknown(operation: Operation, versions: Versions): Step[] {
  const { request, invokedAt } = operation;
  const content = contentOf(request);
  const base = { invokedAt, isWrite: true };
  if (content) {
    const version = versions.of(content.key).find(({ value, isDeletion }) => value === content.value && !isDeletion);
    if (!version && versions.isComplete) return [];
    const { revision, uid } = version ?? { revision: undefined, uid: undefined };
    const apply: Step["apply"] = (state) =>
      canWrite(state, content.kind, "expected" in content ? content.expected : undefined)
        ? { isLive: true, revision, uid: uid ?? state.uid }
        : undefined;
    return [
      {
        ...base,
        returnedAt: version?.seenAt ?? Number.POSITIVE_INFINITY,
        isRequired: version !== undefined,
        revision,
        apply,
      },
    ];
  }
  if (request.kind !== "delete") return [];
  const apply: Step["apply"] = (state) => {
    if (!canWrite(state, "delete", request.expected) || (request.uid ?? state.uid) !== state.uid) return undefined;
    const deletion = state.uid === undefined ? undefined : versions.deletionOf(state.uid);
    if (versions.isComplete && !(deletion && canHaveDeleted(operation, deletion))) return undefined;
    return { isLive: false, revision: deletion?.revision, uid: undefined };
  };
  return [{ ...base, returnedAt: Number.POSITIVE_INFINITY, isRequired: false, revision: undefined, apply }];
}

/** Whether there is an order of the steps. */
function canLinearize(unsorted: readonly Step[]): boolean {
  const steps = unsorted.toSorted((one, other) => one.invokedAt - other.invokedAt);
  return new Search(steps).run(new Set(steps.keys()), { isLive: false, revision: 0, uid: undefined });
}

class Search {
  readonly #steps: readonly Step[];
  readonly #visited = new Set<string>();

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** Whether the remaining steps can follow the state. Removes steps from `remaining`. */
  run(remaining: Set<number>, start: State): boolean {
    let state = start;
    for (;;) {
      if (![...remaining].some((index) => this.#steps[index]?.isRequired)) return true;
      const candidates = this.#candidates(remaining, state);
      // A read that fits now can always be ordered now, because it changes nothing.
      const read = candidates.find((index) => !this.#steps[index]?.isWrite && this.#steps[index]?.apply(state));
      if (read === undefined) return this.#branch(remaining, candidates, state);
      remaining.delete(read);
    }
  }

  #branch(remaining: ReadonlySet<number>, candidates: readonly number[], state: State): boolean {
    const visit = `${state.revision}/${state.isLive}/${[...remaining].join()}`;
    if (this.#visited.has(visit)) return false;
    this.#visited.add(visit);
    if (this.#visited.size > visitedStatesMax) return true;
    return candidates.some((index) => {
      const step = this.#steps[index];
      const next = step?.isWrite ? step.apply(state) : undefined;
      if (!next) return false;
      const rest = new Set(remaining);
      rest.delete(index);
      return this.run(rest, next);
    });
  }

  /** Returns the steps that may come next: no other step ended before they began, nor has a smaller revision. */
  #candidates(remaining: ReadonlySet<number>, state: State): number[] {
    let firstReturn = Number.POSITIVE_INFINITY;
    let firstRevision = Number.POSITIVE_INFINITY;
    for (const index of remaining) {
      const { returnedAt, revision, isRequired } = this.#steps[index] as Step;
      if (isRequired) firstReturn = Math.min(firstReturn, returnedAt);
      firstRevision = Math.min(firstRevision, revision ?? Number.POSITIVE_INFINITY);
    }
    return [...remaining].filter((index) => {
      const { invokedAt, revision } = this.#steps[index] as Step;
      if (invokedAt > firstReturn) return false;
      return revision === undefined || (revision === firstRevision && revision > (state.revision ?? 0));
    });
  }
}
