/** Finds what differs between two answers. */
import { keyText, numberText, parseKeepingNumbers, writeKeepingNumbers } from "./exact-json.ts";
import type { Normaliser, Value } from "./normalise.ts";
import { withStableOrder } from "./stable-order.ts";

/** One place in which the two answers differ. */
export interface Difference {
  /**
   * Location: `status`, `header NAME`, `body PATH`, `body` for text, `exchange`. Indexes of lists are shown as `[]`.
   */
  readonly where: string;
  /** Value that the reference sent; `nothing` if it sent none. */
  readonly reference: string;
  /** Value that orch sent. */
  readonly orch: string;
}

/** An answer as it was recorded. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** An answer in which values that depend on the server are replaced. */
export interface NormalisedAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Parsed body. A text that is not JSON becomes a single string. */
  readonly body: Value;
  /** Details that the parsed form does not show: escapes and the end of the line. */
  readonly form: string;
}

/** Headers that describe the transport of an answer, or identify the request. */
const neverCompared: ReadonlySet<string> = new Set([
  "audit-id",
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "process-start-time-unix",
  "transfer-encoding",
]);

/** Returns the answer, in which values that necessarily differ between servers are replaced. */
export function normaliseAnswer(
  answer: RecordedAnswer,
  normaliser: Normaliser,
  ignoredHeaders: ReadonlySet<string>,
): NormalisedAnswer {
  // The body is normalised first, because replacements are numbered in order of appearance, and a header may contain
  // another id.
  const body = normaliseBody(answer.text, normaliser);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || neverCompared.has(name) || ignoredHeaders.has(name)) continue;
    headers.set(name, normaliser.text(Array.isArray(value) ? value.join(" | ") : value));
  }
  return { status: answer.status, headers, body, form: formOf(answer.text) };
}

function normaliseBody(text: string, normaliser: Normaliser): Value {
  if (/^\s*[[{]/.test(text)) {
    try {
      return normaliser.body(withStableOrder(parseKeepingNumbers(text)));
    } catch {
      // A body that begins like JSON but is not, such as YAML in flow style, is compared as text.
    }
  }
  return normaliser.text(text);
}

function formOf(text: string): string {
  const escapes = /\\u003[ce]|\\u0026/.test(text) ? "escapes < > &, " : "";
  return `${escapes}${text.endsWith("\n") ? "ends with a new line" : "ends without a new line"}`;
}

/** Returns all differences: first of the status, then of the body, then of the headers. */
export function compareAnswers(reference: NormalisedAnswer, orch: NormalisedAnswer): readonly Difference[] {
  const found: Difference[] = [];
  if (reference.status !== orch.status) {
    found.push({ where: "status", reference: describeStatus(reference), orch: describeStatus(orch) });
    return found;
  }
  compareValues("", reference.body, orch.body, found);
  if (found.length === 0 && reference.form !== orch.form) {
    found.push({ where: "form", reference: reference.form, orch: orch.form });
  }
  for (const name of new Set([...reference.headers.keys(), ...orch.headers.keys()])) {
    const [left, right] = [reference.headers.get(name), orch.headers.get(name)];
    if (left !== right) found.push({ where: `header ${name}`, reference: left ?? "nothing", orch: right ?? "nothing" });
  }
  return found;
}

function describeStatus({ status, body }: NormalisedAnswer): string {
  const object = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const { reason, message } = (object["cbor"] ?? object) as Record<string, unknown>;
  const text = typeof body === "string" ? body : message;
  return [String(status), reason, typeof text === "string" ? text.slice(0, 1000) : ""].filter(Boolean).join(" ");
}

/** Largest number of differences that are kept of one answer. */
const differencesMax = 40;

function compareValues(path: string, reference: Value, orch: Value, found: Difference[]): void {
  if (found.length >= differencesMax || reference === orch) return;
  const where = `body ${path === "" ? "." : path}`;
  if (Array.isArray(reference) && Array.isArray(orch)) return compareLists(path, reference, orch, found);
  if (isObject(reference) && isObject(orch)) return compareObjects(path, reference, orch, found);
  found.push({ where, reference: shown(reference), orch: shown(orch) });
}

function compareLists(path: string, reference: readonly Value[], orch: readonly Value[], found: Difference[]): void {
  const [left, right] = [reference.map(writeKeepingNumbers), orch.map(writeKeepingNumbers)];
  const where = `body ${path}[]`;
  if (left.length === right.length && left.toSorted().join("\n") === right.toSorted().join("\n")) {
    if (left.join("\n") !== right.join("\n")) {
      found.push({ where: `${where} order`, reference: left.join(", "), orch: right.join(", ") });
    }
    return;
  }
  if (left.length === right.length) {
    for (const [index, item] of reference.entries()) compareValues(`${path}[]`, item, orch[index] ?? null, found);
    return;
  }
  const missing = withoutCommon(left, right);
  const added = withoutCommon(right, left);
  const common = left.length - missing.length;
  const detail = (items: readonly string[]): string =>
    items.length > 0 ? items.join(", ") : `only the ${common} common`;
  found.push({ where: `${where} length`, reference: detail(missing), orch: detail(added) });
}

/** Returns the items that another list lacks or contains less often. */
function withoutCommon(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.indexOf(item);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function compareObjects(
  path: string,
  reference: { readonly [key: string]: Value },
  orch: { readonly [key: string]: Value },
  found: Difference[],
): void {
  for (const [key, value] of Object.entries(reference)) {
    const other = orch[key];
    if (other === undefined)
      found.push({ where: `body ${path}.${keyText(key)}`, reference: shown(value), orch: "nothing" });
    else compareValues(`${path}.${keyText(key)}`, value, other, found);
  }
  for (const [key, value] of Object.entries(orch)) {
    if (reference[key] === undefined) {
      found.push({ where: `body ${path}.${keyText(key)}`, reference: "nothing", orch: shown(value) });
    }
  }
  const common = (object: object, other: object): string =>
    Object.keys(object)
      .filter((key) => Object.hasOwn(other, key))
      .map(keyText)
      .join(", ");
  const [left, right] = [common(reference, orch), common(orch, reference)];
  if (left !== right) found.push({ where: `body ${path} order of keys`, reference: left, orch: right });
}

function isObject(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: Value): string {
  return numberText(value) ?? writeKeepingNumbers(value);
}
