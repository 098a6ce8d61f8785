/**
 * The tests that every `EngineReader` must pass: engines, and caches over an engine. Each test opens its own subject,
 * and ends with the subject's own check.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Change, Engine, EngineReader, Entry } from "../engine.ts";
import { Observation } from "./observe.ts";
import { anyBytes, type ValueFactory } from "./values.ts";

/** The tested reader, and the writer to its store. */
export interface ReaderSubject extends AsyncDisposable {
  readonly reader: EngineReader;
  /** When a promise of the writer resolves, the reader shows the write or the compaction. */
  readonly writer: Pick<Engine, "put" | "delete" | "compact">;
  /** Returns a sentence for each problem. Empty if there is none. */
  check(): Promise<readonly string[]>;
}

/** Options of the suite. */
export interface ReaderSuiteOptions {
  readonly open: () => Promise<ReaderSubject>;
  /** Default: arbitrary bytes. */
  readonly values?: ValueFactory;
  /** A prefix for all keys, for readers that only accept certain keys. Default: "/registry/things/". */
  readonly root?: string;
  /** Whether the reader rejects revisions that its writer has compacted. Default: true. */
  readonly rejectsCompacted?: boolean;
}

/** Describes the tests of a reader. */
export function describeReader(name: string, options: ReaderSuiteOptions): void {
  const { open, values = anyBytes, root = "/registry/things/", rejectsCompacted = true } = options;

  describe(`${name} as a reader`, () => {
    let subject: ReaderSubject;
    let reader: EngineReader;
    let writer: ReaderSubject["writer"];

    beforeEach(async () => {
      subject = await open();
      ({ reader, writer } = subject);
    });

    afterEach(async () => {
      const problems = await subject.check();
      await subject[Symbol.asyncDispose]();
      expect(problems).toEqual([]);
    });

    const put = (key: string, label: string, expected: number): Promise<number> =>
      writer.put(root + key, values.make(label), expected);
    const create = (key: string): Promise<number> => put(key, `first of ${key}`, 0);
    const remove = (key: string, expected: number): Promise<number> => writer.delete(root + key, expected);
    const shown = (label: string): string => values.show(values.make(label));
    const entry = (key: string, label: string, revision: number): object => ({
      key: root + key,
      value: shown(label),
      revision,
    });
    const showEntry = ({ key, value, revision }: Entry): object => ({ key, value: values.show(value), revision });
    const showChange = ({ key, value, revision, previous }: Change): object => ({
      key,
      revision,
      value: value && values.show(value),
      previous: previous && showEntry(previous),
    });
    const get = async (key: string, at?: number): Promise<object | undefined> => {
      const found = await reader.get(root + key, at);
      return found && showEntry(found);
    };
    const keysOf = async (
      prefix: string,
      options: { after?: string; limit?: number; at?: number } = {},
    ): Promise<string[]> => {
      const { after, ...rest } = options;
      const page = await reader.range(root + prefix, after === undefined ? rest : { ...rest, after: root + after });
      return page.entries.map(({ key }) => key.slice(root.length));
    };
    const observe = (prefix: string, after: number): Observation => new Observation(reader, root + prefix, after);

    describe("get", () => {
      test("get() returns undefined for a key that was never written", async () => {
        expect(await get("a/1")).toBeUndefined();
      });

      test("get() returns the newest value with the revision of its write", async () => {
        const first = await create("a/1");
        const second = await put("a/1", "second", first);
        await create("a/2");
        expect(await get("a/1")).toEqual(entry("a/1", "second", second));
      });

      test("get() returns undefined for a deleted key", async () => {
        await remove("a/1", await create("a/1"));
        expect(await get("a/1")).toBeUndefined();
      });

      test("get() reads each kept revision of a key that was replaced, deleted and created again", async () => {
        const before = await create("other");
        const first = await create("a/1");
        const second = await put("a/1", "second", first);
        const gone = await remove("a/1", second);
        const third = await put("a/1", "third", 0);
        expect(await get("a/1", before)).toBeUndefined();
        expect(await get("a/1", first)).toEqual(entry("a/1", "first of a/1", first));
        expect(await get("a/1", second)).toEqual(entry("a/1", "second", second));
        expect(await get("a/1", gone)).toBeUndefined();
        expect(await get("a/1", third)).toEqual(entry("a/1", "third", third));
      });

      test("get() rejects a future revision and names the newest one", async () => {
        const newest = await create("a/1");
        await expect(reader.get(`${root}a/1`, newest + 1)).rejects.toMatchObject({
          code: "future-revision",
          revision: newest,
        });
      });
    });

    describe("range", () => {
      test("range() returns an empty page for a prefix without keys", async () => {
        const revision = await create("a/1");
        expect(await reader.range(`${root}b/`)).toEqual({ entries: [], revision, more: false });
      });

      test("range() returns complete entries and the revision of the page", async () => {
        const first = await create("a/1");
        const second = await create("a/2");
        const revision = await create("b/1");
        const page = await reader.range(`${root}a/`);
        expect(page.entries.map(showEntry)).toEqual([
          entry("a/1", "first of a/1", first),
          entry("a/2", "first of a/2", second),
        ]);
        expect({ revision: page.revision, more: page.more }).toEqual({ revision, more: false });
      });

      test("range() orders keys by their UTF-8 bytes", async () => {
        const ascending = [
          "a/-",
          "a/1",
          "a/10",
          "a/2",
          "a/Z",
          "a/a",
          "a/a!",
          "a/é",
          "a/\u{e000}",
          "a/\u{ffff}",
          "a/\u{1f600}",
        ];
        for (const key of ascending.toReversed()) await create(key);
        expect(await keysOf("a/")).toEqual(ascending);
      });

      test("range() returns only keys that start with the whole prefix", async () => {
        for (const key of ["a", "a-b/1", "a/", "a/1", "a0", "b/1"]) await create(key);
        expect(await keysOf("a/")).toEqual(["a/", "a/1"]);
        expect(await keysOf("a")).toEqual(["a", "a-b/1", "a/", "a/1", "a0"]);
      });

      test("range() omits deleted keys and includes keys that were created again", async () => {
        const first = await create("a/1");
        await create("a/2");
        await remove("a/2", await put("a/2", "second", first + 1));
        await remove("a/1", first);
        await create("a/1");
        expect(await keysOf("a/")).toEqual(["a/1"]);
      });

      test("range() starts after a key, whether or not it exists", async () => {
        for (const key of ["a/1", "a/2", "a/4"]) await create(key);
        expect(await keysOf("a/", { after: "a/1" })).toEqual(["a/2", "a/4"]);
        expect(await keysOf("a/", { after: "a/3" })).toEqual(["a/4"]);
        expect(await keysOf("a/", { after: "a/4" })).toEqual([]);
        expect(await keysOf("a/", { after: "a" })).toEqual(["a/1", "a/2", "a/4"]);
        expect(await keysOf("a/", { after: "b" })).toEqual([]);
      });

      test("range() reports more entries exactly if the limit omitted one", async () => {
        const revisions = [await create("a/1"), await create("a/2"), await create("a/3")];
        const more = async (limit: number): Promise<boolean> => (await reader.range(`${root}a/`, { limit })).more;
        expect([await more(1), await more(2), await more(3), await more(4)]).toEqual([true, true, false, false]);
        await remove("a/3", revisions[2] ?? 0);
        expect(await more(2)).toBe(false);
      });

      test("pages of range() at one revision add up to the whole state, even if writes happen meanwhile", async () => {
        const keys = Array.from({ length: 25 }, (_, index) => `a/${String(index).padStart(2, "0")}`);
        for (const key of keys) await create(key);
        const found: string[] = [];
        let page = await reader.range(`${root}a/`, { limit: 7 });
        for (;;) {
          found.push(...page.entries.map(({ key }) => key.slice(root.length)));
          if (!page.more) break;
          await create(`a/00-made-while-paging-${found.length}`);
          const last = page.entries.at(-1);
          if (last && last.key === `${root}a/13`) await remove("a/20", 21);
          page = await reader.range(`${root}a/`, { limit: 7, after: last?.key ?? "", at: page.revision });
        }
        expect(found).toEqual(keys);
      });

      test("range() reads each kept revision", async () => {
        const first = await create("a/1");
        const second = await create("a/2");
        const changed = await put("a/1", "second", first);
        const gone = await remove("a/2", second);
        const states = await Promise.all(
          [first, second, changed, gone].map(async (at) =>
            (await reader.range(`${root}a/`, { at })).entries.map(showEntry),
          ),
        );
        const [one, two] = [entry("a/1", "first of a/1", first), entry("a/2", "first of a/2", second)];
        const oneChanged = entry("a/1", "second", changed);
        expect(states).toEqual([[one], [one, two], [oneChanged, two], [oneChanged]]);
      });

      test("range() returns the requested revision", async () => {
        const first = await create("a/1");
        await create("a/2");
        expect((await reader.range(`${root}a/`, { at: first })).revision).toBe(first);
      });

      test("range() rejects a future revision", async () => {
        const newest = await create("a/1");
        await expect(reader.range(root, { at: newest + 1 })).rejects.toMatchObject({
          code: "future-revision",
          revision: newest,
        });
      });
    });

    describe("watch", () => {
      test("watch() delivers past changes and then new ones", async () => {
        const first = await create("a/1");
        const second = await put("a/1", "second", first);
        await using observation = observe("a/", 0);
        await observation.untilChanges(2);
        const gone = await remove("a/1", second);
        await observation.untilChanges(3);
        const [one, two] = [entry("a/1", "first of a/1", first), entry("a/1", "second", second)];
        const key = `${root}a/1`;
        expect(observation.changes.map(showChange)).toEqual([
          { key, revision: first, value: shown("first of a/1"), previous: undefined },
          { key, revision: second, value: shown("second"), previous: one },
          { key, revision: gone, value: undefined, previous: two },
        ]);
      });

      test("watch() reports no previous value for a key that is created again", async () => {
        const gone = await remove("a/1", await create("a/1"));
        const again = await create("a/1");
        await using observation = observe("a/", gone);
        await observation.untilChanges(1);
        expect(observation.changes.map(({ revision, previous }) => ({ revision, previous }))).toEqual([
          { revision: again, previous: undefined },
        ]);
      });

      test("watch() omits changes up to its start revision, and changes under other prefixes", async () => {
        const start = await create("a/1");
        const inside = await create("a/2");
        await create("b/1");
        await create("a");
        const last = await create("a/3");
        await using observation = observe("a/", start);
        await observation.untilChanges(2);
        expect(observation.changes.map(({ revision }) => revision)).toEqual([inside, last]);
      });

      test("watch() from any kept revision delivers each change once under concurrent writes", async () => {
        await using live = observe("", 0);
        const writeTen = async (name: string): Promise<void> => {
          let revision = 0;
          for (let round = 0; round < 10; round++) revision = await put(`${name}/x`, `${name} ${round}`, revision);
        };
        await Promise.all(Array.from({ length: 20 }, (_, index) => writeTen(`writer-${index}`)));
        await live.untilChanges(200);
        const everything = live.changes.map(showChange);
        expect(live.changes.map(({ revision }) => revision)).toEqual(
          Array.from({ length: 200 }, (_, index) => index + 1),
        );
        for (const after of [1, 37, 99, 100, 163, 199]) {
          await using late = observe("", after);
          await late.untilChanges(200 - after);
          expect(late.changes.map(showChange)).toEqual(everything.slice(after));
        }
      });

      test("watch() reports ascending revisions, and has delivered all changes up to them", async () => {
        await using observation = observe("a/", 0);
        for (let index = 0; index < 30; index++) await create(`${index % 3 === 0 ? "a" : "b"}/${index}`);
        const newest = await reader.progress();
        await observation.untilRevision(newest);
        let before = 0;
        for (const { changes, revision } of observation.batches) {
          for (const change of changes) expect(change.revision).toBeGreaterThan(before);
          expect(revision).toBeGreaterThanOrEqual(changes.at(-1)?.revision ?? before + 1);
          before = revision;
        }
        expect(observation.changes).toHaveLength(10);
      });

      test("watch() reports the revision of progress() even without a change", async () => {
        await using observation = observe("quiet/", 0);
        await create("a/1");
        const newest = await create("a/2");
        expect(await reader.progress()).toBeGreaterThanOrEqual(newest);
        await observation.untilRevision(newest);
        expect(observation.changes).toEqual([]);
      });

      test("watch() from a future revision delivers the changes after it", async () => {
        const newest = await create("a/1");
        await using observation = observe("a/", newest + 2);
        for (const key of ["a/2", "a/3", "a/4"]) await create(key);
        await observation.untilChanges(1);
        expect(observation.changes.map(({ key, revision }) => [key, revision])).toEqual([[`${root}a/4`, newest + 3]]);
      });

      test("watch() ends without an error when its signal is aborted at any time", async () => {
        await create("a/1");
        await create("a/2");
        const aborted = reader.watch(root, { after: 0, signal: AbortSignal.abort() });
        for await (const batch of aborted) expect.unreachable(`delivered revision ${batch.revision}`);

        const waiting = observe("a/", 0);
        await waiting.untilChanges(2);
        await waiting[Symbol.asyncDispose]();
        expect(await waiting.end()).toBeUndefined();

        const between = new AbortController();
        for await (const batch of reader.watch(root, { after: 0, signal: between.signal })) {
          expect(batch.revision).toBeGreaterThan(0);
          between.abort();
        }

        const asked = new AbortController();
        const next = reader.watch(root, { after: 0, signal: asked.signal })[Symbol.asyncIterator]().next();
        asked.abort();
        expect(await next).toEqual({ done: true, value: undefined });
      });

      if (!rejectsCompacted) return;

      test("watch() rejects a start revision whose later changes were compacted", async () => {
        const first = await create("a/1");
        const second = await put("a/1", "second", first);
        const third = await put("a/1", "third", second);
        await writer.compact(second);
        expect(await observe("a/", first).end()).toMatchObject({ code: "compacted", revision: second });
        await using observation = observe("a/", second);
        await observation.untilChanges(1);
        expect(observation.changes.map(showChange)).toEqual([
          { key: `${root}a/1`, revision: third, value: shown("third"), previous: entry("a/1", "second", second) },
        ]);
      });
    });

    if (!rejectsCompacted) return;

    describe("after a compaction", () => {
      test("reads below the compacted revision fail and name the oldest kept revision", async () => {
        const first = await create("a/1");
        const second = await put("a/1", "second", first);
        await writer.compact(second);
        const rejection = { code: "compacted", revision: second };
        await expect(reader.get(`${root}a/1`, first)).rejects.toMatchObject(rejection);
        await expect(reader.range(root, { at: first })).rejects.toMatchObject(rejection);
      });

      test("reads at and above the compacted revision are not affected", async () => {
        const first = await create("a/1");
        const gone = await remove("a/2", await create("a/2"));
        const second = await put("a/1", "second", first);
        const again = await put("a/2", "again", 0);
        await writer.compact(gone);
        expect(await get("a/1", gone)).toEqual(entry("a/1", "first of a/1", first));
        expect(await get("a/2", gone)).toBeUndefined();
        expect(await get("a/2", second)).toBeUndefined();
        expect(await get("a/1", second)).toEqual(entry("a/1", "second", second));
        expect(await get("a/2", again)).toEqual(entry("a/2", "again", again));
        expect(await keysOf("a/", { at: gone })).toEqual(["a/1"]);
        expect(await keysOf("a/")).toEqual(["a/1", "a/2"]);
      });

      test("a compaction keeps values that were not replaced", async () => {
        const revision = await create("a/1");
        await writer.compact(await create("b/1"));
        await writer.compact(await create("b/2"));
        expect(await get("a/1")).toEqual(entry("a/1", "first of a/1", revision));
      });
    });
  });
}
