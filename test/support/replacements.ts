/**
 * Tests of validation rules that no request can violate, because the server replaces the sent value before validation.
 * Each test compares the value in the response.
 */
import { expect, test } from "vitest";
import type { Change, Manifest } from "./refusals.ts";
import type { TestServer } from "./test-server.ts";
import { createObject, put } from "./writes.ts";

/** A field, the values sent for it, and the value expected in the response. */
export interface Replacement {
  /** JSON Pointer of the field. */
  readonly path: string;
  /** Values of the field, each sent in a separate request. undefined removes the field. */
  readonly sentValues: readonly unknown[];
  /** Expected value in the response. undefined if the field must be absent. */
  readonly storedValue: unknown;
  /** Another change of the object before it is sent. */
  readonly change?: Change;
}

/** A replacement in updates. */
export interface ReplacementInUpdate extends Replacement {
  /** Subresource that receives the update. Default: the object itself. */
  readonly subresource?: string;
}

/** Values that mean an absent field. */
export const absentValues = [undefined, null];

/** Values that mean an absent text. */
export const emptyTexts = [undefined, null, ""];

/** Registers tests of replaced values for one kind. */
export class Replacements {
  readonly #server: () => TestServer;
  readonly #collection: string;
  readonly #manifest: object;

  /** @param manifest a valid object. If it has no name, each test adds one. */
  constructor(server: () => TestServer, collection: string, manifest: object) {
    this.#server = server;
    this.#collection = collection;
    this.#manifest = manifest;
  }

  /** Registers a test that creates with each of the values are accepted and return the expected value. */
  create(title: string, replacement: Replacement): void {
    test(title, async () => {
      for (const value of replacement.sentValues) {
        const made = await this.#created(manifestWith(this.#manifest, replacement, value));
        expect(valueAt(made, replacement.path)).toEqual(replacement.storedValue);
      }
    });
  }

  /** Registers a test that updates with each of the values are accepted and return the expected value. */
  update(title: string, replacement: ReplacementInUpdate): void {
    test(title, async () => {
      const { subresource, path, storedValue } = replacement;
      const made = await this.#created(this.#manifest);
      const one = `${this.#collection}/${made.metadata.name}`;
      const target = subresource === undefined ? one : `${one}/${subresource}`;
      for (const value of replacement.sentValues) {
        const { resourceVersion: _, ...metadata } = made.metadata;
        const answer = await put(
          this.#server().client,
          target,
          manifestWith({ ...made, metadata }, replacement, value),
        );
        expect(answer.status, answer.text).toBe(200);
        expect(valueAt(answer.json, path)).toEqual(storedValue);
      }
    });
  }

  #created(manifest: Manifest): Promise<Manifest> {
    const metadata = { generateName: "it-", ...manifest.metadata };
    return createObject(this.#server().client, this.#collection, { ...manifest, metadata });
  }
}

function manifestWith(object: object, { path, change }: Replacement, value: unknown): Manifest {
  const copy: Manifest = structuredClone(object);
  change?.(copy);
  const names = namesOf(path);
  const last = names.pop() ?? "";
  let parent = copy;
  for (const name of names) parent = parent[name] ??= {};
  parent[last] = value;
  return copy;
}

function valueAt(object: Manifest, path: string): unknown {
  return namesOf(path).reduce((value: Manifest, name) => value?.[name], object);
}

function namesOf(path: string): string[] {
  return path.slice(1).split("/");
}
