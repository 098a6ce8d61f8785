/** Checks that states and writes belong together: nothing from nowhere, nothing twice, nothing lost. */
import { contentOf, type History, type Operation } from "../history/history.ts";
import { describe, type Version, type Versions } from "./versions.ts";
import type { Violation } from "./violation.ts";

/** Returns the violations of the rules about where states come from. */
export function checkAuthorship({ operations }: History, versions: Versions): Violation[] {
  const writers = new Map<string, Operation>();
  for (const operation of operations) {
    const content = contentOf(operation.request);
    if (content) writers.set(content.value, operation);
  }
  return [
    ...checkStates(writers, versions),
    ...checkDeletions(operations, versions),
    ...operations.flatMap((operation) => checkResponse(operation, versions)),
  ];
}

function checkStates(writers: ReadonlyMap<string, Operation>, versions: Versions): Violation[] {
  const violations: Violation[] = [];
  const firstOfValue = new Map<string, Version>();
  for (const version of versions.ordered) {
    if (version.isDeletion) continue;
    const { value, revision } = version;
    const subject = String(revision);
    const problem = problemWithWriter(version, writers.get(value));
    if (problem !== undefined) {
      violations.push({
        rule: "states-were-written",
        subject,
        message: `${describe(version)} at ${revision} ${problem}`,
      });
    }
    const first = firstOfValue.get(value);
    if (first) {
      const message = `${describe(version)} took effect at ${first.revision} and again at ${revision}`;
      violations.push({ rule: "writes-take-effect-once", subject, message });
    } else firstOfValue.set(value, version);
  }
  return violations;
}

function problemWithWriter(version: Version, writer: Operation | undefined): string | undefined {
  const content = writer && contentOf(writer.request);
  if (!writer || !content) return "was not written by any request";
  if (content.key !== version.key || content.tier !== version.tier)
    return `differs from what operation ${writer.id} wrote`;
  if (version.seenAt < writer.invokedAt) return `was seen before operation ${writer.id} wrote it`;
  if (writer.outcome.kind === "rejected") return `was written by operation ${writer.id}, which was rejected`;
  return undefined;
}

function checkDeletions(operations: readonly Operation[], versions: Versions): Violation[] {
  return versions.ordered
    .filter((version) => version.isDeletion && !operations.some((operation) => canHaveDeleted(operation, version)))
    .map((version) => ({
      rule: "deletions-were-requested",
      subject: String(version.revision),
      message: `no request can have caused ${describe(version)} at ${version.revision}`,
    }));
}

/** Whether a request can have caused a deletion. An acknowledged deletion names the object that it deleted. */
export function canHaveDeleted({ request, outcome, invokedAt }: Operation, deletion: Version): boolean {
  if (request.kind !== "delete" || request.key !== deletion.key || invokedAt > deletion.seenAt) return false;
  if (outcome.kind === "deleted") return outcome.uid === deletion.uid;
  return outcome.kind === "unknown" && (request.uid === undefined || request.uid === deletion.uid);
}

function checkResponse({ id, request, outcome }: Operation, versions: Versions): Violation[] {
  if (outcome.kind === "deleted") {
    if (!versions.isComplete || versions.deletionOf(outcome.uid)) return [];
    const message = `operation ${id} deleted ${"key" in request ? request.key : ""}, but no watch delivered the deletion`;
    return [{ rule: "acknowledged-writes-last", subject: `operation ${id}`, message }];
  }
  const content = contentOf(request);
  if (!content || outcome.kind !== "object") return [];
  const { key, value, tier } = outcome.object;
  if (key === content.key && value === content.value && tier === content.tier) return [];
  const message = `operation ${id} wrote ${content.key}=${content.value}, but its response shows ${key}=${value}`;
  return [{ rule: "responses-match-requests", subject: `operation ${id}`, message }];
}
