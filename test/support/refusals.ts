/**
 * Tests of rules of validation: an object that breaks one, and the causes that come back over the wire. Titles name the
 * rule as `conformance/validation.json` numbers it, `[PodDisruptionBudget#1]`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";
import type { WireClient, WireResponse } from "./wire-client.ts";
import { created, put } from "./writes.ts";

// Loosely typed on purpose: the objects here are wrong.
// oxlint-disable-next-line typescript/no-explicit-any
export type Manifest = any;

/** Breaks a rule, in place; or returns what takes the object's place. */
export type Change = (object: Manifest) => unknown;

/** `field: message`, as a cause has them. A pattern only where the value shown is the print of a struct of the reference. */
export type Cause = string | RegExp;

export interface UpdateCase {
  /** Makes the manifest what it is before the update. Default: it stays as it is. */
  readonly before?: Change;
  /** Gives the object the status that it has before the update, which no create does. */
  readonly beforeStatus?: Change;
  readonly change: Change;
  readonly causes: readonly Cause[];
  /** What is written. Default: the object itself. */
  readonly subresource?: string;
}

/** How a message of each type begins. */
const reasons: readonly [prefix: string, reason: string][] = [
  ["Required value", "FieldValueRequired"],
  ["Invalid value", "FieldValueInvalid"],
  ["Unsupported value", "FieldValueNotSupported"],
  ["Forbidden", "FieldValueForbidden"],
  ["Duplicate value", "FieldValueDuplicate"],
  ["Too long", "FieldValueTooLong"],
  ["Too many", "FieldValueTooMany"],
  ["Not found", "FieldValueNotFound"],
  ["Internal error", "InternalError"],
];

/** One server for all rules of a test file. @returns how it is reached while tests run */
export function ruleServer(flags: readonly string[] = []): () => TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer({ flags });
  });
  afterAll(async () => {
    await running?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!running) throw new Error("the server is there while tests run");
    return running;
  };
}

/** Refusals of one kind. */
export class Refusals {
  static #names = 0;
  readonly #server: () => TestServer;
  readonly #collection: string;
  readonly #manifest: object;

  /** @param manifest an object that is fine; without a name it is given one */
  constructor(server: () => TestServer, collection: string, manifest: object) {
    this.#server = server;
    this.#collection = collection;
    this.#manifest = manifest;
  }

  /** Registers a test that a create is refused with exactly these causes, in this order. */
  create(title: string, change: Change, causes: readonly Cause[]): void {
    test(title, async () => {
      const body = changed(this.#named(), change);
      expectCauses(await this.#server().client.request(this.#collection, { body }), causes);
    });
  }

  /** Registers a test that an update of what was accepted is refused with exactly these causes. */
  update(title: string, { before, beforeStatus, change, causes, subresource }: UpdateCase): void {
    test(title, async () => {
      const { client } = this.#server();
      const made = await created(client, this.#collection, changed(this.#named(), before) as object);
      const one = `${this.#collection}/${made.metadata.name}`;
      const old = beforeStatus ? await withStatus(client, one, changed(made, beforeStatus)) : made;
      const path = `${one}${subresource === undefined ? "" : `/${subresource}`}`;
      expectCauses(await put(client, path, changed(old, change)), causes);
    });
  }

  /** Registers a test that the object is accepted, so that a rule is shown to leave it alone. */
  accepts(title: string, change: Change): void {
    test(title, async () => {
      await created(this.#server().client, this.#collection, changed(this.#named(), change) as object);
    });
  }

  #named(): Manifest {
    Refusals.#names += 1;
    const manifest = structuredClone(this.#manifest) as Manifest;
    return { ...manifest, metadata: { name: `it-${Refusals.#names}`, ...manifest.metadata } };
  }
}

async function withStatus(client: WireClient, path: string, object: unknown): Promise<Manifest> {
  const answer = await put(client, `${path}/status`, object);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

function changed(object: Manifest, change: Change | undefined): unknown {
  const copy = structuredClone(object);
  return change?.(copy) ?? copy;
}

/** Expects a 422, or another status, with these causes and no others. */
export function expectCauses(answer: WireResponse, causes: readonly Cause[], status = 422): void {
  expect(answer.status, answer.text).toBe(status);
  const found = answer.json.details.causes as { field?: string; message: string; reason: string }[];
  expect(found.map(({ field, message }) => `${field}: ${message}`)).toEqual(
    causes.map((cause) => (typeof cause === "string" ? cause : expect.stringMatching(cause))),
  );
  for (const { message, reason } of found) {
    expect(reason).toBe(reasons.find(([prefix]) => message.startsWith(prefix))?.[1]);
  }
}
