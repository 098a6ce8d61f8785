/** Plain values from the complete JSON reader: as `JSON.parse`, but integers keep their value and duplicates are told. */
import { numberText } from "../../base/number-text.ts";
import { setOwn } from "../../base/own-property.ts";
import type { DecodeLimits } from "../limits.ts";
import { type JsonScalar, type JsonVisitor, walkJson } from "./walk.ts";

export interface ExactOptions {
  readonly limits?: DecodeLimits;
  /**
   * Told of each key that its object has had already, in the order of the body, once for every repetition.
   * @param path from the root: `spec.containers[0].name`
   */
  readonly onDuplicate?: (path: string) => void;
  /** Whether numbers whose spelling matters become symbols (`base/number-text.ts`). Default: false. */
  readonly keepsNumberTexts?: boolean;
  /** Whether texts become such symbols as well, and all numbers that are not spelled as usual. Default: false. */
  readonly keepsSpelling?: boolean;
}

export interface ExactValue {
  /** The last of several members with one key wins. */
  readonly value: unknown;
  /** Whether the value holds a bigint. */
  readonly hasBigint: boolean;
}

/** @throws DecodeError as `walkJson` */
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
  readonly #open: (OpenObject | unknown[])[] = [];

  constructor(onDuplicate: ExactOptions["onDuplicate"]) {
    this.#onDuplicate = onDuplicate;
  }

  scalar(value: JsonScalar): void {
    if (typeof value === "bigint") this.hasBigint = true;
    this.place(value);
  }

  beginObject(): void {
    const object = {};
    this.place(object);
    this.#open.push({ object, key: "" });
  }

  key(name: string): void {
    const parent = this.#open.at(-1) as OpenObject;
    parent.key = name;
    if (this.#onDuplicate && Object.hasOwn(parent.object, name)) this.#onDuplicate(this.#path());
  }

  beginArray(): void {
    const array: unknown[] = [];
    this.place(array);
    this.#open.push(array);
  }

  endObject(): void {
    this.#open.pop();
  }

  endArray(): void {
    this.#open.pop();
  }

  protected place(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else setOwn(parent.object, parent.key, value);
  }

  #path(): string {
    let path = "";
    for (const parent of this.#open) {
      if (Array.isArray(parent)) path += `[${parent.length - 1}]`;
      else path += path === "" ? parent.key : `.${parent.key}`;
    }
    return path;
  }
}

class SpellingBuilder extends ValueBuilder {
  spelledNumber(text: string): void {
    this.place(numberText(text));
  }
}

class VerbatimBuilder extends ValueBuilder {
  verbatim(spelling: string): void {
    this.place(numberText(spelling));
  }
}
