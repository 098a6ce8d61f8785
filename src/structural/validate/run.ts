/** The state of one validation. */
import { type FieldError, type FieldErrorType, fieldErrorsMax } from "../../meta/field-error.ts";
import { GoText, type ShownValue } from "../../meta/go-quote.ts";
import type { Correlated } from "../correlate.ts";

/** Reports the errors of a value to the run. */
export type ValueCheck = (value: unknown, run: SchemaRun) => void;

/** Errors and matches of one of several schemas. */
export interface Attempt {
  readonly errors: readonly FieldError[];
  /** The schema with the most matches explains best what is wrong. */
  readonly matches: number;
}

/** Details of an error at the current place. */
interface ErrorDetails {
  readonly value?: ShownValue;
  readonly detail: string;
}

/** Number of characters of errors after which a validation stops. The reference has no such limit. */
const sizeMax = 700_000;

/** The field of an error without a path, as the reference names it. */
const noPath = "<nil>";

/** Collects errors. The place in the value is a list of names and indexes, which becomes a text only for an error. */
export class SchemaRun {
  /** The path of the validated value; empty for a whole object. */
  readonly #root: string;
  #errors: FieldError[] = [];
  /** Number of characters of the errors, with those around the current attempt. Errors that were dropped do not count. */
  #size = 0;
  readonly #place: (string | number)[] = [];
  /** Counts the successful checks, in the way of the reference. */
  matches = 0;
  /** The current value and its old value. Undefined if there is no old value, or if it does not matter. */
  correlated: Correlated | undefined;

  constructor(root: string, correlated: Correlated | undefined) {
    this.#root = root;
    this.correlated = correlated;
  }

  /** The errors so far. Equal errors of several schemas count once. */
  distinctErrors(): readonly FieldError[] {
    if (this.#errors.length < 2) return this.#errors;
    const distinct = new Map<string, FieldError>();
    for (const error of this.#errors) {
      const key = `${error.type}\n${error.path}\n${error.detail}`;
      if (!distinct.has(key)) distinct.set(key, error);
    }
    return [...distinct.values()];
  }

  get errorCount(): number {
    return this.#errors.length;
  }

  /** Whether the validation must stop because of the number or the length of the errors. Then the value is certainly invalid. */
  get isFull(): boolean {
    return this.#errors.length >= fieldErrorsMax || this.#size > sizeMax;
  }

  /** Removes the errors that were reported after there were `count` errors. */
  dropErrorsAfter(count: number): void {
    for (const error of this.#errors.splice(count)) this.#size -= sizeOf(error);
  }

  add(errors: readonly FieldError[]): void {
    for (const error of errors) this.#push(error);
  }

  /** Checks a member of the current value. The members of maps in the root have a dot in front of their name. */
  checkMember(name: string, value: unknown, { check, isMapKey }: { check: ValueCheck; isMapKey: boolean }): void {
    const { correlated } = this;
    const isRoot = this.#place.length === 0;
    if (correlated) this.correlated = isRoot && isTypeField(name) ? undefined : correlated.field(name);
    this.#place.push(isMapKey && isRoot ? `.${name}` : name);
    check(value, this);
    this.#place.pop();
    this.correlated = correlated;
  }

  checkItem(index: number, value: unknown, check: ValueCheck): void {
    const { correlated } = this;
    if (correlated) this.correlated = correlated.item(index);
    this.#place.push(index);
    check(value, this);
    this.#place.pop();
    this.correlated = correlated;
  }

  /** Applies one of several schemas to the current value. Old values do not matter there. */
  attempt(check: ValueCheck, value: unknown): Attempt {
    const [errors, size, matches, correlated] = [this.#errors, this.#size, this.matches, this.correlated];
    this.#errors = [];
    this.matches = 0;
    this.correlated = undefined;
    check(value, this);
    const attempt = { errors: this.#errors, matches: this.matches };
    this.#errors = errors;
    this.#size = size;
    this.matches = matches;
    this.correlated = correlated;
    return attempt;
  }

  /** The current place as messages name it. */
  placeName(): string {
    let name = "";
    for (const part of this.#place) {
      if (typeof part === "number") name += `[${part}]`;
      else name += name === "" ? part : `.${part}`;
    }
    return name;
  }

  /** Reports an error of the current value. The detail begins with the name of the place. */
  report(type: FieldErrorType, value: ShownValue, message: string): void {
    const place = this.placeName();
    this.#report(place, { type, value, detail: `${place} ${message}` });
  }

  /** Reports an error of the current value. */
  reportDetail(type: FieldErrorType, details: ErrorDetails): void {
    this.#report(this.placeName(), { type, ...details });
  }

  reportRequired(name: string): void {
    this.#report(`${this.placeName()}.${name}`, { type: "Required", detail: "" });
  }

  /** Reports that the combined schemas of the current value do not apply. Such errors have no path, only a message. */
  reportCombination(detail: string): void {
    this.#push({ type: "Invalid", path: this.#root || noPath, value: "", detail });
  }

  #report(place: string, error: Omit<FieldError, "path">): void {
    this.#push({ ...error, path: this.#path(place) });
  }

  #push(error: FieldError): void {
    if (this.isFull) return;
    this.#size += sizeOf(error);
    this.#errors.push(error);
  }

  #path(place: string): string {
    const relative = place.startsWith(".") ? place.slice(1) : place;
    if (place === "" || place === ".") return this.#root || noPath;
    return this.#root === "" ? relative : `${this.#root}.${relative}`;
  }
}

function sizeOf({ path, detail, value }: FieldError): number {
  const valueSize = value instanceof GoText ? value.text.length : typeof value === "string" ? value.length : 0;
  return path.length + detail.length + valueSize;
}

/** Whether the field of an object says which type the object has. The reference reports its errors in every update. */
function isTypeField(name: string): boolean {
  return name === "kind" || name === "apiVersion";
}
