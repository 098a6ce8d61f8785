/**
 * Tables of warnings in the vocabulary of the reference. Each row has an object and the exact warnings that the server
 * returns to a create, an update and a patch, with and without dry run. Reads and deletions return no warnings.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";
import { warningsOf } from "./warnings.ts";
import { createObject, deleteObject, patch, put } from "./writes.ts";

/** Namespace of all rows, as part of a path. */
export const shopPath = "namespaces/shop";

/** An object and the warnings that its writes return. */
export interface WarningRow {
  readonly title: string;
  readonly collection: string;
  /** Default: a name that is valid for every kind. */
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly object: object;
  /** Warnings of a create. */
  readonly warnings: readonly string[];
  /** Warnings of an update that changes only a label. Default: `warnings`. */
  readonly warningsOnRelabel?: readonly string[];
  /** A merge patch that changes more than labels, and its warnings. */
  readonly otherChange?: { readonly mergePatch: object; readonly warnings: readonly string[] };
}

/** A valid container. */
export const appContainer = { name: "app", image: "app:1" };
/** Labels of the Pods that the rows select. */
export const webLabels = { app: "web" };
/** Value of `warningsOnRelabel` for objects whose updates return no warnings. */
export const noWarnings: readonly string[] = [];
/** Returns the warning about a name that contains dots. `what` is the use of the name. */
export const hostNameWarning = (what: string): string =>
  `metadata.name: this is used in ${what}, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]`;

/** Returns the warning about a quantity that is a fraction of a byte. */
export const fractionalBytesWarning = (path: string, amount: string): string =>
  `${path}: fractional byte value "${amount}" is invalid, must be an integer`;

/**
 * Registers hooks that start one server for all tables of a file. @returns a function that returns the server during
 * tests
 */
export function warningServer(flags: readonly string[] = []): () => TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer({ flags: ["--vocabulary=kubernetes", ...flags] });
    await createObject(running.client, "/api/v1/namespaces", { metadata: { name: "shop" } });
  });
  afterAll(async () => {
    await running?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!running) throw new Error("the server is there while tests run");
    return running;
  };
}

/** Registers a test for each row. */
export function testWarnings(server: () => TestServer, rows: readonly WarningRow[]): void {
  test.each(rows.map((row, index) => [row.title, row, `it-${index}`] as const))("%s", async (_, row, defaultName) => {
    const {
      collection,
      name = defaultName,
      annotations = {},
      object,
      warnings,
      warningsOnRelabel = warnings,
      otherChange,
    } = row;
    const { client } = server();
    const body = { metadata: { name, annotations }, ...object };
    const dry = await client.request(`${collection}?dryRun=All`, { body });
    expect([dry.status, warningsOf(dry)], dry.text).toEqual([201, warnings]);
    const made = await client.request(collection, { body });
    expect([made.status, warningsOf(made)], made.text).toEqual([201, warnings]);

    const path = `${collection}/${name}`;
    const again = made.json;
    const updated = await put(client, path, { ...again, metadata: { ...again.metadata, labels: { seen: "yes" } } });
    expect([updated.status, warningsOf(updated)], updated.text).toEqual([200, warningsOnRelabel]);
    const patched = await patch(client, path, "merge", { metadata: { labels: { seen: "twice" } } });
    expect([patched.status, warningsOf(patched)], patched.text).toEqual([200, warningsOnRelabel]);
    if (otherChange) {
      const tried = await patch(client, `${path}?dryRun=All`, "merge", otherChange.mergePatch);
      expect([tried.status, warningsOf(tried)], tried.text).toEqual([200, otherChange.warnings]);
      const done = await patch(client, path, "merge", otherChange.mergePatch);
      expect([done.status, warningsOf(done)], done.text).toEqual([200, otherChange.warnings]);
    }
    expect(warningsOf(await client.request(path))).toEqual([]);
    expect(warningsOf(await deleteObject(client, path, { propagationPolicy: "Background" }))).toEqual([]);
  });
}
