/**
 * Checks revisions against real time, over all objects: a write gets a greater revision than everything that was seen
 * before it began, and a read returns a state that is at least as new.
 */
import { contentOf, type History, type Operation, type Outcome, type ReadPoint } from "../history/history.ts";
import type { Floors } from "./floors.ts";
import type { Versions } from "./versions.ts";
import type { Violation } from "./violation.ts";

/** Returns the violations of the rules about real time. */
export function checkRealTime({ operations }: History, versions: Versions, floors: Floors): Violation[] {
  const written = new Map<string, number>();
  for (const { value, revision, isDeletion } of versions.ordered) if (!isDeletion) written.set(value, revision);
  return operations.flatMap((operation) => {
    const floor = floors.before(operation.invokedAt);
    return [...checkWrite(operation, floor, written, versions), ...checkRead(operation, floor, versions)];
  });
}

function checkWrite(
  { id, request, outcome }: Operation,
  floor: number,
  written: ReadonlyMap<string, number>,
  versions: Versions,
): Violation[] {
  const content = contentOf(request);
  let revision = content && written.get(content.value);
  if (outcome.kind === "deleted") revision = versions.deletionOf(outcome.uid)?.revision;
  if (revision === undefined || revision > floor) return [];
  const message = `operation ${id} wrote revision ${revision}, but revision ${floor} had been seen before it began`;
  return [{ rule: "revisions-follow-time", subject: `operation ${id}`, message }];
}

/** Returns the lowest revision whose state the request may show. */
function lowestAllowed(point: ReadPoint, floor: number): number {
  if (point.kind === "latest") return floor;
  return point.kind === "any" ? 0 : point.revision;
}

function checkRead({ id, request, outcome }: Operation, floor: number, versions: Versions): Violation[] {
  const lowest = "point" in request ? lowestAllowed(request.point, floor) : floor;
  const problem = problemWithRead(request, outcome, lowest, versions);
  if (problem === undefined) return [];
  return [{ rule: "reads-are-fresh", subject: `operation ${id}`, message: `operation ${id} ${problem}` }];
}

function problemWithRead(
  request: Operation["request"],
  outcome: Outcome,
  lowest: number,
  versions: Versions,
): string | undefined {
  if (request.kind === "list")
    return outcome.kind === "list" ? problemWithList(request.point, outcome, lowest) : undefined;
  if (contentOf(request) === undefined && outcome.kind === "object") {
    const { key, revision } = outcome.object;
    const next = versions.after(key, revision);
    if (!next || next.revision > lowest) return undefined;
    return `read ${key} at ${revision}, but had to read revision ${lowest}, where ${key} was at ${next.revision}`;
  }
  const isAbsent = outcome.kind === "rejected" && outcome.reason === "absent";
  return isAbsent && versions.isComplete ? problemWithAbsence(request.key, lowest, versions) : undefined;
}

function problemWithList(
  point: ReadPoint,
  { pages }: Extract<Outcome, { kind: "list" }>,
  lowest: number,
): string | undefined {
  for (const { revision } of pages) {
    if (revision < lowest) return `listed revision ${revision}, but had to list revision ${lowest} or a later one`;
    if (point.kind === "exact" && revision !== lowest) return `listed revision ${revision} instead of ${lowest}`;
  }
  return undefined;
}

function problemWithAbsence(key: string, lowest: number, versions: Versions): string | undefined {
  const current = versions.at(key, lowest);
  if (!current || current.isDeletion) return undefined;
  if (versions.of(key).some(({ isDeletion, revision }) => isDeletion && revision > lowest)) return undefined;
  return `did not find ${key}, but it exists since revision ${current.revision}, and revision ${lowest} had been seen`;
}
