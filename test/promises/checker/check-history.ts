/** Checks a history against all promises. Pure: the same history always gets the same verdict. */
import type { History } from "../history/history.ts";
import { checkAuthorship } from "./authorship.ts";
import { Floors } from "./floors.ts";
import { checkLinearizability } from "./linearizability.ts";
import { checkLists } from "./lists.ts";
import { checkRealTime } from "./real-time.ts";
import { Versions } from "./versions.ts";
import type { Violation } from "./violation.ts";
import { checkWatches } from "./watches.ts";

/** Returns every violation. Empty if the history keeps all promises. */
export function checkHistory(history: History): readonly Violation[] {
  const versions = new Versions(history);
  const floors = new Floors(history, (uid) => versions.deletionOf(uid)?.revision);
  return [
    ...versions.violations,
    ...checkAuthorship(history, versions),
    ...checkRealTime(history, versions, floors),
    ...checkLinearizability(history.operations, versions),
    ...checkLists(history, versions),
    ...checkWatches(history, versions, floors),
    ...checkExpiry(history),
  ];
}

/** Reports lists and watches that the server rejected as too old, although it had compacted nothing. */
function checkExpiry({ operations, watches, isKept }: History): Violation[] {
  if (!isKept) return [];
  const subjects = [
    ...operations
      .filter(({ outcome }) => outcome.kind === "rejected" && outcome.reason === "expired")
      .map(({ id }) => `operation ${id}`),
    ...watches.filter(({ isExpired }) => isExpired).map(({ id }) => `watch ${id}`),
  ];
  return subjects.map((subject) => ({
    rule: "history-is-kept",
    subject,
    message: `${subject} was rejected as too old, although nothing was compacted`,
  }));
}
