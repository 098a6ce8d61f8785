/** Faults of backups, of the history of objects, and of the commands that use them. */
import type { FaultRoom } from "../fault.ts";

const format = ["src/storage/backup/backup.test.ts"];
const restore = ["src/app/offline/backup/backup-and-restore.test.ts"];
const past = ["src/storage/local/past-states.test.ts"];
const commands = ["src/cli/commands/history.test.ts"];

export const backupFaults: FaultRoom = {
  room: "backup",
  faults: [
    {
      name: "backup-without-revision",
      breaks: "writes during a backup appear in a part of it",
      file: "src/storage/backup/write-backup.ts",
      find: "      at: first.revision,\n",
      replace: "",
      tests: format,
    },
    {
      name: "digest-unchecked",
      breaks: "a changed backup is restored",
      file: "src/storage/backup/read-backup.ts",
      find: "if (!computed.equals(stored)) throw",
      replace: "if (!computed.equals(computed)) throw",
      tests: format,
    },
    {
      name: "backup-file-outside-folder",
      breaks: "a backup from an attacker writes any file of the machine",
      file: "src/storage/backup/read-backup.ts",
      find: "if (!isFileName(name)) throw",
      replace: 'if (name === "") throw',
      tests: format,
    },
    {
      name: "restored-revision-decreases",
      breaks: "a restored store uses revisions again that clients have seen",
      file: "src/app/offline/backup/restore-data-dir.ts",
      find: "Math.max(revision, present) + (revisionMargin ?? 0)",
      replace: "revision + (revisionMargin ?? 0)",
      tests: restore,
    },
    {
      name: "replaced-store-lost",
      breaks: "a restore with --force destroys the store that it replaces",
      file: "src/app/offline/backup/restore-data-dir.ts",
      find: "await rename(storeDir, path);\n  return path;",
      replace: "await rm(storeDir, { recursive: true });\n  return path;",
      tests: restore,
    },
    {
      name: "restored-before-checked",
      breaks: "a restore writes a data directory before it has checked the backup",
      file: "src/app/offline/backup/backup-file.ts",
      find: '    if ("summary" in part && header) return { header, summary: part.summary };',
      replace:
        "    if (header) return { header, summary: { keys: 0, bytes: 0, resources: {}, files: [] } };\n" +
        '    if ("summary" in part && header) return { header, summary: part.summary };',
      tests: restore,
    },
    {
      name: "other-cluster-restored",
      breaks: "objects of another cluster get into a data directory with other keys",
      file: "src/app/offline/backup/restore-data-dir.ts",
      find: "header.cluster === present) return;",
      replace: "header.cluster !== undefined) return;",
      tests: restore,
    },
    {
      name: "history-without-limit",
      breaks: "the history of a local store grows without a limit",
      file: "src/storage/local/time-marks.ts",
      find: "const target = atRevision.replacedBytes - bytesMax;",
      replace: "const target = -1 - bytesMax;",
      tests: past,
    },
    {
      name: "history-removed-by-compaction",
      breaks: "each compaction removes the history that people can read",
      file: "src/storage/local/local-engine.ts",
      find: "retainedFrom(this.#ledger, revision, this.#historyBytesMax)",
      replace: "retainedFrom(this.#ledger, revision, 0)",
      tests: past,
    },
    {
      name: "compacted-revision-forgotten",
      breaks: "after a restart, watches start from revisions that had expired",
      file: "src/storage/lmdb/lmdb-ledger.ts",
      find: "this.#readableFrom = this.#view.readableFrom;",
      replace: "this.#readableFrom = 0;",
      tests: past,
    },
    {
      name: "times-decrease",
      breaks: "a clock that is set back makes times unfindable",
      file: "src/storage/local/time-marks.ts",
      find: "timeMs < this.#last.timeMs + markIntervalMs",
      replace: "Math.abs(timeMs - this.#last.timeMs) < markIntervalMs",
      tests: past,
    },
    {
      name: "future-shown-as-present",
      breaks: "a time in the future shows the present state without an error",
      file: "src/registry/read-past.ts",
      find: "if (timeMs > nowMs) {",
      replace: "if (timeMs > Number.MAX_VALUE) {",
      tests: commands,
    },
    {
      name: "undo-over-changes",
      breaks: "an undo overwrites a change that was made meanwhile",
      file: "src/cli/commands/undo.ts",
      find: "metadata: { ...metadata, resourceVersion } }",
      replace: "metadata: { ...metadata, resourceVersion: undefined } }",
      tests: commands,
    },
    {
      name: "undo-into-another-object",
      breaks: "an undo writes the state of a deleted object into its successor",
      file: "src/cli/commands/undo.ts",
      find: "if (target.metadata.uid !== uid) {",
      replace: "if (target.metadata.uid === undefined) {",
      tests: commands,
    },
    {
      name: "compacted-file-loses-revisions",
      breaks: "orch storage compact changes the revisions of objects",
      file: "src/storage/lmdb/compact-store.ts",
      find: "void writeCompactedThrough(meta, from.compactedThrough);",
      replace: "void writeCompactedThrough(meta, 0);",
      tests: ["src/app/offline/run-storage-size.test.ts"],
    },
  ],
};
