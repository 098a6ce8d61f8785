/**
 * Builds plain values with the complete JSON reader (`walk.ts`). The result equals that of `JSON.parse`, except that
 * large integers become bigints. Duplicate keys are reported.
 */
import { numberText } from "../../base/number-text.ts";
import { setOwn } from "../../base/own-property.ts";
import type { DecodeLimits } from "../limits.ts";
import { type JsonScalar, type JsonVisitor, walkJson } from "./walk.ts";

/** Options of `parseExact`. */
export interface ExactOptions {
  readonly limits?: DecodeLimits;
  /**
   * Called for each repetition of a key in an object, in the order of the body.
   * @param path from the root: `spec.containers[0].name`
   */
  readonly onDuplicate?: (path: string) => void;
  /** Whether numbers whose spelling matters become symbols (`base/number-text.ts`). Default: false. */
  readonly keepsNumberTexts?: boolean;
  /**
   * Whether such symbols also stand for strings, and for all numbers, that `JSON.stringify` writes in another form.
   * Default: false.
   */
  readonly keepsSpelling?: boolean;
}

/** The result of `parseExact`. */
export interface ExactValue {
  /** The last of several members with one key wins. */
  readonly value: unknown;
  /** Whether the value contains a bigint. */
  readonly hasBigint: boolean;
}

/** Returns the value of a JSON text. @throws DecodeError as `walkJson` */
export function parseExact(text: string, options: ExactOptions = {}): ExactValue {
  const builder = new (builderOf(options))(options.onDuplicate);
  walkJson(text, builder, options.limits);
  return { value: builder.root, hasBigint: builder.hasBigint };
}

function builderOf({ keepsNumberTexts, keepsSpelling }: ExactOptions): typeof ValueBuilder {
  if (keepsSpelling) return VerbatimBuilder;
  return keepsNumberTexts ? SpellingBuilder : ValueBuilder;
}

interface OpenObject {
  readonly object: Record<string, unknown>;
  key: string;
}

class ValueBuilder implements JsonVisitor {
  root: unknown = null;
  hasBigint = false;
  readonly #onDuplicate: ExactOptions["onDuplicate"];
  readonly #openContainers: (OpenObject | unknown[])[] = [];

  constructor(onDuplicate: ExactOptions["onDuplicate"]) {
    this.#onDuplicate = onDuplicate;
  }

  scalar(value: JsonScalar): void {
    if (typeof value === "bigint") this.hasBigint = true;
    this.addValue(value);
  }

  beginObject(): void {
    const object = {};
    this.addValue(object);
    this.#openContainers.push({ object, key: "" });
  }

  key(name: string): void {
    const parent = this.#openContainers.at(-1) as OpenObject;
    parent.key = name;
    if (this.#onDuplicate && Object.hasOwn(parent.object, name)) this.#onDuplicate(this.#path());
  }

  beginArray(): void {
    const array: unknown[] = [];
    this.addValue(array);
    this.#openContainers.push(array);
  }

  endObject(): void {
    this.#openContainers.pop();
  }

  endArray(): void {
    this.#openContainers.pop();
  }

  protected addValue(value: unknown): void {
    const parent = this.#openContainers.at(-1);
    if (parent === undefined) this.root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else setOwn(parent.object, parent.key, value);
  }

  #path(): string {
    let path = "";
    for (const parent of this.#openContainers) {
      if (Array.isArray(parent)) path += `[${parent.length - 1}]`;
      else path += path === "" ? parent.key : `.${parent.key}`;
    }
    return path;
  }
}

class SpellingBuilder extends ValueBuilder {
  spelledNumber(text: string): void {
    this.addValue(numberText(text));
  }
}

class VerbatimBuilder extends ValueBuilder {
  verbatim(spelling: string): void {
    this.addValue(numberText(spelling));
  }
}
