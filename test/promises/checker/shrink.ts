/**
 * Makes a violating history small: removes objects, watches, operations and the ends of watches as long as the violation
 * stays. A removal that causes another violation is undone, because its result could mislead the reader.
 */
import type { History, Operation, Watch } from "../history/history.ts";
import { checkHistory } from "./check-history.ts";
import type { Violation } from "./violation.ts";

/** Maximum number of checks. Each takes a few milliseconds. */
const checksMax = 2000;

/** A small history that violates a promise. */
export interface Counterexample {
  readonly history: History;
  readonly violation: Violation;
}

/** Returns a smaller history with the first violation. Undefined if there is no violation. */
export function shrink(history: History): Counterexample | undefined {
  const violations = checkHistory(history);
  const [violation] = violations;
  if (!violation) return undefined;
  const known = new Set(violations.map(nameOf));
  let checks = 0;
  const stillViolates = (candidate: History): boolean => {
    if (++checks > checksMax) return false;
    const found = checkHistory(candidate).map(nameOf);
    return found.includes(nameOf(violation)) && found.every((name) => known.has(name));
  };
  let smallest = history;
  for (let size = sizeOf(smallest) + 1; sizeOf(smallest) < size; ) {
    size = sizeOf(smallest);
    smallest = removeParts(smallest, stillViolates);
  }
  const message = checkHistory(smallest).find((one) => nameOf(one) === nameOf(violation))?.message;
  return { history: smallest, violation: { ...violation, message: message ?? violation.message } };
}

function nameOf({ rule, subject }: Violation): string {
  return `${rule} ${subject}`;
}

function sizeOf({ operations, watches }: History): number {
  return operations.length + watches.reduce((sum, { items }) => sum + 1 + items.length, 0);
}

function removeParts(history: History, isKept: (candidate: History) => boolean): History {
  let current = history;
  const attempt = (candidate: History): void => {
    if (sizeOf(candidate) < sizeOf(current) && isKept(candidate)) current = candidate;
  };
  for (const key of keysOf(history)) attempt(withoutKey(current, key));
  for (const { id } of history.watches) {
    attempt({ ...current, watches: current.watches.filter((watch) => watch.id !== id) });
  }
  for (let share = Math.ceil(current.operations.length / 2); share >= 1; share = Math.floor(share / 2)) {
    for (let end = current.operations.length; end > 0; end -= share) {
      const operations = current.operations.filter((_, index) => index < end - share || index >= end);
      attempt({ ...current, operations });
    }
  }
  for (const { id } of current.watches) shortenWatch(id, () => current, attempt);
  return current;
}

/** Removes items from the end of a watch, as if it had ended earlier. */
function shortenWatch(id: number, current: () => History, attempt: (candidate: History) => void): void {
  const lengthOf = (): number => current().watches.find((watch) => watch.id === id)?.items.length ?? 0;
  for (let count = Math.ceil(lengthOf() / 2); count >= 1; count = Math.floor(count / 2)) {
    const watches = current().watches.map((watch) =>
      watch.id === id ? { ...watch, items: watch.items.slice(0, -count), mustReach: undefined } : watch,
    );
    attempt({ ...current(), watches });
  }
}

function keysOf({ operations, watches }: History): ReadonlySet<string> {
  const ofOperations = operations.flatMap(({ request }) => ("key" in request ? [request.key] : []));
  const ofItems = watches.flatMap(({ items }) => items.flatMap((item) => ("object" in item ? [item.object.key] : [])));
  return new Set([...ofOperations, ...ofItems]);
}

function withoutKey({ operations, watches, isKept }: History, key: string): History {
  return {
    isKept,
    operations: operations
      .filter(({ request }) => !("key" in request) || request.key !== key)
      .map((operation) => withoutListed(operation, key)),
    watches: watches.map(
      (watch): Watch => ({
        ...watch,
        items: watch.items.filter((item) => item.type === "BOOKMARK" || item.object.key !== key),
      }),
    ),
  };
}

function withoutListed(operation: Operation, key: string): Operation {
  const { outcome } = operation;
  if (outcome.kind !== "list") return operation;
  const pages = outcome.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.key !== key) }));
  return { ...operation, outcome: { kind: "list", pages } };
}
