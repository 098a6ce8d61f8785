/** Prints a history as a table in the order of time, for people who look for the cause of a violation. */
import type { History, Operation, ReadPoint, Sighting, Watch, WatchItem } from "../history/history.ts";
import type { Counterexample } from "./shrink.ts";
import { rules } from "./violation.ts";

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Returns the violated promise and the operations and events that violate it. */
export function renderCounterexample({ history, violation }: Counterexample): string {
  const promise = `Violated: ${violation.rule}: ${rules[violation.rule]}.`;
  return [promise, `${violation.message}.`, "", ...renderHistory(history)].join("\n");
}

/** Maximum number of printed lines. Small histories have fewer. */
const linesMax = 150;

/** Returns one line for each request, response and event. Times are in milliseconds since the first line. */
export function renderHistory({ operations, watches }: History): string[] {
  const lines = [...operations.flatMap(linesOfOperation), ...watches.flatMap(linesOfWatch)];
  lines.sort((one, other) => one.at - other.at);
  const startMs = lines[0]?.at ?? 0;
  const omitted = lines.length > linesMax ? [`... and ${lines.length - linesMax} more lines`] : [];
  const shown = lines.slice(0, linesMax).map(({ at, text }) => `${(at - startMs).toFixed(2).padStart(10)}  ${text}`);
  return [...shown, ...omitted];
}

function linesOfOperation({ id, client, request, invokedAt, returnedAt, outcome }: Operation): Line[] {
  const name = `client ${client}, operation ${id}`;
  return [
    { at: invokedAt, text: `${name}: ${renderRequest(request)}` },
    { at: returnedAt, text: `${name} ends: ${renderOutcome(outcome)}` },
  ];
}

function linesOfWatch({ id, client, openedAt, start, tier, items }: Watch): Line[] {
  const point = start.kind === "after" ? `after ${start.revision}` : `from ${start.kind}`;
  const name = `client ${client}, watch ${id}`;
  return [
    { at: openedAt, text: `${name} begins ${point}${renderTier(tier)}` },
    ...items.map((item) => ({ at: item.at, text: `${name}: ${renderItem(item)}` })),
  ];
}

function renderRequest(request: Operation["request"]): string {
  switch (request.kind) {
    case "create":
      return `create ${request.key}=${request.value}${renderTier(request.tier)}`;
    case "update":
    case "patch":
      return `${request.kind} ${request.key}=${request.value}${renderTier(request.tier)}${renderExpected(request.expected)}`;
    case "empty-patch":
      return `empty patch of ${request.key}`;
    case "delete":
      return `delete ${request.key}${request.uid === undefined ? "" : ` with uid ${request.uid}`}${renderExpected(request.expected)}`;
    case "get":
      return `get ${request.key}${renderPoint(request.point)}`;
    case "list":
      return `list${renderTier(request.tier)}${renderPoint(request.point)}${request.limit === undefined ? "" : ` in chunks of ${request.limit}`}`;
  }
}

function renderOutcome(outcome: Operation["outcome"]): string {
  switch (outcome.kind) {
    case "object":
      return renderObject(outcome.object);
    case "deleted":
      return `deleted ${outcome.uid}`;
    case "list":
      return outcome.pages
        .map(({ revision, items }) => `[${items.map(renderObject).join(", ")}] at ${revision}`)
        .join("; ");
    case "rejected":
      return `rejected, ${outcome.reason}`;
    case "unknown":
      return `unknown, ${outcome.cause}`;
  }
}

function renderItem(item: WatchItem): string {
  if (item.type !== "BOOKMARK") return `${item.type} ${renderObject(item.object)}`;
  return `bookmark at ${item.revision}${item.endsInitial ? ", end of the initial state" : ""}`;
}

function renderObject({ key, value, tier, revision }: Sighting): string {
  return `${key}=${value}${renderTier(tier)} at ${revision}`;
}

function renderTier(tier: string | undefined): string {
  return tier === undefined ? "" : ` (${tier})`;
}

function renderExpected(expected: number | undefined): string {
  return expected === undefined ? "" : ` if at ${expected}`;
}

function renderPoint(point: ReadPoint): string {
  if (point.kind === "latest") return "";
  return "revision" in point ? ` (${point.kind}, ${point.revision})` : ` (${point.kind})`;
}
