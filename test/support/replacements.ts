/**
 * Tests of rules of validation that no object breaks, because the server puts a value of its own where they look: what is
 * sent, and what stands there afterwards.
 */
import { expect, test } from "vitest";
import type { Change, Manifest } from "./refusals.ts";
import type { TestServer } from "./test-server.ts";
import { created, put } from "./writes.ts";

export interface Replacement {
  /** A JSON Pointer. */
  readonly path: string;
  /** What stands there in the requests, of which each is made by itself; undefined: nothing. */
  readonly sent: readonly unknown[];
  /** What stands there in the answers; undefined: nothing. */
  readonly kept: unknown;
  /** What else becomes of the object that is sent. */
  readonly change?: Change;
}

export interface ReplacementInUpdate extends Replacement {
  /** What is written. Default: the object itself. */
  readonly subresource?: string;
}

/** The ways to say nothing about a field that can be null. */
export const nothing = [undefined, null];

/** The ways to say nothing about a text. */
export const noText = [undefined, null, ""];

export class Replacements {
  readonly #server: () => TestServer;
  readonly #collection: string;
  readonly #manifest: object;

  /** @param manifest an object that is fine; without a name it is given one */
  constructor(server: () => TestServer, collection: string, manifest: object) {
    this.#server = server;
    this.#collection = collection;
    this.#manifest = manifest;
  }

  /** Registers a test that creates accept the values, and show what is kept. */
  create(title: string, replacement: Replacement): void {
    test(title, async () => {
      for (const value of replacement.sent) {
        const made = await this.#created(changed(this.#manifest, replacement, value));
        expect(valueAt(made, replacement.path)).toEqual(replacement.kept);
      }
    });
  }

  /** Registers a test that updates accept the values, and show what is kept. */
  update(title: string, replacement: ReplacementInUpdate): void {
    test(title, async () => {
      const { subresource, path, kept } = replacement;
      const made = await this.#created(this.#manifest);
      const one = `${this.#collection}/${made.metadata.name}`;
      const target = subresource === undefined ? one : `${one}/${subresource}`;
      for (const value of replacement.sent) {
        const { resourceVersion: _, ...metadata } = made.metadata;
        const answer = await put(this.#server().client, target, changed({ ...made, metadata }, replacement, value));
        expect(answer.status, answer.text).toBe(200);
        expect(valueAt(answer.json, path)).toEqual(kept);
      }
    });
  }

  #created(manifest: Manifest): Promise<Manifest> {
    const metadata = { generateName: "it-", ...manifest.metadata };
    return created(this.#server().client, this.#collection, { ...manifest, metadata });
  }
}

function changed(object: object, { path, change }: Replacement, value: unknown): Manifest {
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
