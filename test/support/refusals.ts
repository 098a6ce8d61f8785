/**
 * Tests of validation rules. Each test sends an object that violates a rule and compares the causes of the response.
 * Titles start with the rule's ID in `conformance/validation.json`, such as `[PodDisruptionBudget#1]`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";
import type { WireClient, WireResponse } from "./wire-client.ts";
import { createObject, put } from "./writes.ts";

// Deliberately untyped, because these objects are invalid.
// oxlint-disable-next-line typescript/no-explicit-any
export type Manifest = any;

/** Changes an object in place, or returns its replacement. */
export type Change = (object: Manifest) => unknown;

/** Expected cause as `field: message`. Patterns are only for messages in which the reference prints a struct. */
export type Cause = string | RegExp;

/** An update that violates a rule, and its expected causes. */
export interface UpdateCase {
  /** Change of the manifest before the object is created. Default: none. */
  readonly before?: Change;
  /** Change of the object that sets its status before the update, because a create drops the status. */
  readonly beforeStatus?: Change;
  readonly change: Change;
  readonly causes: readonly Cause[];
  /** Subresource that receives the update. Default: the object itself. */
  readonly subresource?: string;
}

/** Reason of a cause by the beginning of its message. */
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

/**
 * Registers hooks that start one server for all tests of a file. @returns a function that returns the server during
 * tests
 */
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

/** Registers tests of validation rules for one kind. */
export class Refusals {
  static #names = 0;
  readonly #server: () => TestServer;
  readonly #collection: string;
  readonly #manifest: object;

  /** @param manifest a valid object. If it has no name, each test adds one. */
  constructor(server: () => TestServer, collection: string, manifest: object) {
    this.#server = server;
    this.#collection = collection;
    this.#manifest = manifest;
  }

  /** Registers a test that a create is rejected with exactly these causes, in this order. */
  create(title: string, change: Change, causes: readonly Cause[]): void {
    test(title, async () => {
      const body = applyChange(this.#newManifest(), change);
      expectCauses(await this.#server().client.request(this.#collection, { body }), causes);
    });
  }

  /** Registers a test that an update is rejected with exactly these causes, in this order. */
  update(title: string, { before, beforeStatus, change, causes, subresource }: UpdateCase): void {
    test(title, async () => {
      const { client } = this.#server();
      const made = await createObject(client, this.#collection, applyChange(this.#newManifest(), before) as object);
      const one = `${this.#collection}/${made.metadata.name}`;
      const old = beforeStatus ? await putStatus(client, one, applyChange(made, beforeStatus)) : made;
      const path = `${one}${subresource === undefined ? "" : `/${subresource}`}`;
      expectCauses(await put(client, path, applyChange(old, change)), causes);
    });
  }

  /** Registers a test that the changed object is accepted. */
  accepts(title: string, change: Change): void {
    test(title, async () => {
      await createObject(this.#server().client, this.#collection, applyChange(this.#newManifest(), change) as object);
    });
  }

  #newManifest(): Manifest {
    Refusals.#names += 1;
    const manifest = structuredClone(this.#manifest) as Manifest;
    return { ...manifest, metadata: { name: `it-${Refusals.#names}`, ...manifest.metadata } };
  }
}

async function putStatus(client: WireClient, path: string, object: unknown): Promise<Manifest> {
  const answer = await put(client, `${path}/status`, object);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

function applyChange(object: Manifest, change: Change | undefined): unknown {
  const copy = structuredClone(object);
  return change?.(copy) ?? copy;
}

/** Expects a rejection with exactly these causes, in this order. The default status is 422. */
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
