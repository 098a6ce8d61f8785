/**
 * Tables of warnings in the vocabulary of the reference. Each row has an object and the exact warnings that the server
 * returns to a create, an update and a patch, with and without dry run. Reads and deletions return no warnings.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";
import { warningsOf } from "./warnings.ts";
import { created, patch, put, remove } from "./writes.ts";

/** Namespace of all rows, as part of a path. */
export const shop = "namespaces/shop";

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
  readonly relabelled?: readonly string[];
  /** A merge patch that changes more than labels, and its warnings. */
  readonly changed?: { readonly by: object; readonly warnings: readonly string[] };
}

/** A valid container. */
export const app = { name: "app", image: "app:1" };
/** Labels of the Pods that the rows select. */
export const labels = { app: "web" };
/** Value of `relabelled` for objects whose updates return no warnings. */
export const neverAgain: readonly string[] = [];
/** Returns the warning about a name that contains dots. `what` is the use of the name. */
export const hostName = (what: string): string =>
  `metadata.name: this is used in ${what}, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]`;

/** Returns the warning about a quantity that is a fraction of a byte. */
export const fractional = (path: string, amount: string): string =>
  `${path}: fractional byte value "${amount}" is invalid, must be an integer`;

/**
 * Registers hooks that start one server for all tables of a file. @returns a function that returns the server during
 * tests
 */
export function warningServer(flags: readonly string[] = []): () => TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startTestServer({ flags: ["--vocabulary=kubernetes", ...flags] });
    await created(running.client, "/api/v1/namespaces", { metadata: { name: "shop" } });
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
export function showWarnings(server: () => TestServer, rows: readonly WarningRow[]): void {
  test.each(rows.map((row, index) => ({ ...row, name: row.name ?? `it-${index}` })))("$title", async (row) => {
    const { collection, name, annotations = {}, object, warnings, relabelled = warnings, changed } = row;
    const { client } = server();
    const body = { metadata: { name, annotations }, ...object };
    const dry = await client.request(`${collection}?dryRun=All`, { body });
    expect([dry.status, warningsOf(dry)], dry.text).toEqual([201, warnings]);
    const made = await client.request(collection, { body });
    expect([made.status, warningsOf(made)], made.text).toEqual([201, warnings]);

    const path = `${collection}/${name}`;
    const again = made.json;
    const updated = await put(client, path, { ...again, metadata: { ...again.metadata, labels: { seen: "yes" } } });
    expect([updated.status, warningsOf(updated)], updated.text).toEqual([200, relabelled]);
    const patched = await patch(client, path, "merge", { metadata: { labels: { seen: "twice" } } });
    expect([patched.status, warningsOf(patched)], patched.text).toEqual([200, relabelled]);
    if (changed) {
      const tried = await patch(client, `${path}?dryRun=All`, "merge", changed.by);
      expect([tried.status, warningsOf(tried)], tried.text).toEqual([200, changed.warnings]);
      const done = await patch(client, path, "merge", changed.by);
      expect([done.status, warningsOf(done)], done.text).toEqual([200, changed.warnings]);
    }
    expect(warningsOf(await client.request(path))).toEqual([]);
    expect(warningsOf(await remove(client, path, { propagationPolicy: "Background" }))).toEqual([]);
  });
}
