/** Faults that break a promise. Most of them come from the catalogue of `npm run faults`, which fits the sources. */
import { catalogue } from "../../../tools/faults/catalogue/index.ts";
import type { Fault } from "../../../tools/faults/fault.ts";

/** A change of a source file. */
export type Change = Pick<Fault, "file" | "find" | "replace">;

/** A fault, and the histories that must show it. */
export interface PlantedFault {
  readonly name: string;
  /** Behaviour of the server with this fault. */
  readonly breaks: string;
  readonly changes: readonly Change[];
  readonly flags: readonly string[];
  /** Fault of the system that happens in every history. Undefined for none. */
  readonly systemFault: "kill" | "restart" | undefined;
}

/** Names in the shared catalogue of faults that single writes show. */
const shownInMemory = [
  "create-if-absent-ignored",
  "history-not-kept",
  "event-doubled",
  "leaving-not-told",
  "entering-is-modified",
  "deletion-with-old-version",
  "selector-ignored-in-watch",
  "snapshot-moves-on",
  "stale-update-accepted",
  "preconditions-ignored",
  "selector-ignored-in-list",
  "chunk-repeats-last",
  "token-revision-off-by-one",
  "exact-read-is-loose",
  "bookmark-ahead",
];

/** Names of faults that only concurrent writes show. A store in memory commits each write at once. */
const shownByConcurrentWrites = [
  "compare-and-swap-ignored",
  "change-lost",
  "changes-out-of-order",
  "group-not-compared",
];

/** Names of faults that only several processes show. */
const shownByWorkers = ["read-may-be-stale", "follower-without-progress", "owner-without-visible-commit"];

const memory = ["--storage=memory"];
const lmdb = ["--workers=1"];
const workers = ["--workers=3"];

function sharedFault(name: string, flags: readonly string[]): PlantedFault {
  const found = catalogue.flatMap(({ faults }) => faults).find((fault) => fault.name === name);
  if (!found) throw new Error(`tools/faults/catalogue has no fault ${name}`);
  return { name, breaks: found.breaks, changes: [found], flags, systemFault: undefined };
}

const announced = "    announce({ changes, revision: last.revision });";
const appended =
  '    await ledger.append(records, mark);\n    marks.committed(changes, mark);\n    assert(ledger.lastRevision === last.revision, "a commit did not end at its last revision");\n    if (commitGate) await commitGate();\n';

/** Watchers and readers see a write while its commit is running. */
const announcedBeforeCommit: Change = {
  file: "src/storage/local/write-queue.ts",
  find: `${appended}${announced}`,
  replace: `${announced}\n${appended}`,
};

/** All planted faults. */
export const plantedFaults: readonly PlantedFault[] = [
  ...shownInMemory.map((name) => sharedFault(name, memory)),
  ...shownByConcurrentWrites.map((name) => sharedFault(name, lmdb)),
  ...shownByWorkers.map((name) => sharedFault(name, workers)),
  {
    name: "revision-of-deletion-reused",
    breaks: "the write after a deletion gets the revision of the deletion",
    changes: [
      {
        file: "src/storage/memory/memory-ledger.ts",
        find: "      this.#lastRevision = revision;\n    }\n  }\n\n  async setReadableFrom",
        replace: "      if (record.value) this.#lastRevision = revision;\n    }\n  }\n\n  async setReadableFrom",
      },
      {
        file: "src/storage/local/write-queue.ts",
        find: '    assert(ledger.lastRevision === last.revision, "a commit did not end at its last revision");\n',
        replace: "",
      },
    ],
    flags: memory,
    systemFault: undefined,
  },
  {
    name: "seen-before-commit",
    breaks: "watchers and readers see a write before its commit, which a crash can prevent",
    changes: [announcedBeforeCommit],
    flags: lmdb,
    systemFault: "kill",
  },
  {
    name: "acknowledged-before-commit",
    breaks: "a write is acknowledged before its commit, which a crash can prevent",
    changes: [
      announcedBeforeCommit,
      {
        file: "src/storage/local/write-queue.ts",
        find: "      await this.#makeDurable(decision);\n      settleWriters(group, decision);",
        replace: "      settleWriters(group, decision);\n      await this.#makeDurable(decision);",
      },
    ],
    flags: lmdb,
    systemFault: "kill",
  },
  {
    name: "commit-not-written",
    breaks: "some commits are acknowledged but never written",
    changes: [
      {
        file: "src/storage/lmdb/lmdb-ledger.ts",
        find: "      await this.#commit(bytes, ({ log, heads, times }) => {",
        replace:
          "      const lastOf = records.at(-1)?.revision ?? 0;\n      if (lastOf % 29 === 0) this.#lastRevision = lastOf;\n      if (lastOf % 29 === 0) return;\n      await this.#commit(bytes, ({ log, heads, times }) => {",
      },
    ],
    flags: lmdb,
    systemFault: "kill",
  },
  {
    name: "history-lost-by-restart",
    breaks: "watches and lists cannot continue after a restart",
    changes: [
      {
        file: "src/storage/lmdb/lmdb-ledger.ts",
        find: "    this.#lastRevision = Math.max(this.#view.lastRevision, this.#compactedThrough);",
        replace:
          "    this.#lastRevision = Math.max(this.#view.lastRevision, this.#compactedThrough);\n    this.#compactedThrough = this.#lastRevision;",
      },
    ],
    flags: lmdb,
    systemFault: "restart",
  },
  {
    name: "watch-resumes-late",
    breaks: "a watch that resumes misses the first event",
    changes: [
      {
        file: "src/server/verbs/watch.ts",
        find: "if (cache.canWatchAfter(requestedRevision)) return { after: requestedRevision };",
        replace: "if (cache.canWatchAfter(requestedRevision)) return { after: requestedRevision + 1 };",
      },
    ],
    flags: memory,
    systemFault: undefined,
  },
  {
    name: "update-not-delivered",
    breaks: "one in ten events is missing from the stream of changes",
    changes: [
      {
        file: "src/storage/local/write-queue.ts",
        find: announced,
        replace:
          "    announce({ changes: changes.filter(({ revision }) => revision % 10 !== 3), revision: last.revision });",
      },
    ],
    flags: memory,
    systemFault: undefined,
  },
];
