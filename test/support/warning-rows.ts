/**
 * Tables of warnings: an object, and what its writer is told, word for word, in the vocabulary of the reference: by a
 * create, an update and a patch, tried and done; readers are told nothing.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./test-server.ts";
import { warningsOf } from "./warnings.ts";
import { created, patch, put, remove } from "./writes.ts";

/** The namespace of all rows, as it stands in paths. */
export const shop = "namespaces/shop";

export interface WarningRow {
  readonly title: string;
  readonly collection: string;
  /** Default: one that fits every kind. */
  readonly name?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly object: object;
  /** Of a create. */
  readonly warnings: readonly string[];
  /** Of an update that changes a label only. Default: the same. */
  readonly relabelled?: readonly string[];
  /** A merge patch that changes what the object is about, and what is warned of then. */
  readonly changed?: { readonly by: object; readonly warnings: readonly string[] };
}

export const app = { name: "app", image: "app:1" };
export const labels = { app: "web" };
/** For rows whose updates are not warned of. */
export const neverAgain: readonly string[] = [];
export const hostName = (what: string): string =>
  `metadata.name: this is used in ${what}, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]`;

/** What a fraction of a byte is told. */
export const fractional = (path: string, amount: string): string =>
  `${path}: fractional byte value "${amount}" is invalid, must be an integer`;

/** One server for the tables of a file. @returns how it is reached while tests run */
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
