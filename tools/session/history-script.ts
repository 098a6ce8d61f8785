/** Script of the recorded session with earlier states and backups. */
import type { SessionSection } from "./script.ts";

const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  colour: blue
  size: small
`;

/** Sections of the page, in order. */
export const historySession: readonly SessionSection[] = [
  {
    title: "The history of an object",
    text: "Each change is shown as a diff, newest first, with the field manager that made it.",
    files: { "settings.yaml": settings },
    commands: [
      "orch apply -f settings.yaml",
      `orch patch configmap settings -p '{"data": {"colour": "red"}}' --field-manager=painter`,
      `orch patch configmap settings -p '{"data": {"size": null, "shape": "round"}}'`,
      "orch history configmap settings",
      "orch history configmap settings --limit=1",
    ],
  },
  {
    title: "Earlier states",
    text:
      "`--at` shows objects and lists as they were. It takes a duration, a time or a version. A state that is not kept is an error " +
      "that names the oldest one.",
    commands: [
      "orch history configmap settings | sed -n 's/.* created by .* at \\([0-9]*\\),.*/\\1/p' > version",
      "orch get configmap settings --at=$(cat version) -o jsonpath='{.data}'",
      "orch get configmaps --at=$(cat version)",
      { run: "orch get configmap settings --at=-10d", exitCode: 1 },
      { run: "orch get configmap settings --at=2126-01-01T00:00:00Z", exitCode: 1 },
    ],
  },
  {
    title: "Undo",
    text: "`undo` shows what it changes, and writes the state before the newest change back. It also creates deleted objects again.",
    commands: [
      "orch undo configmap settings --dry-run",
      "orch undo configmap settings",
      "orch undo configmap settings --to=$(cat version)",
      "orch delete configmap settings",
      "orch undo configmap settings",
      { run: "orch undo configmap settings", exitCode: 1 },
    ],
  },
  {
    title: "Backups",
    text: "The server of this session sends the backup while it runs. A second data directory gets the state of the backup.",
    commands: [
      "orch backup monday.backup",
      "orch backup verify monday.backup | head -7",
      { run: "orch backup monday.backup", exitCode: 1 },
      "orch restore monday.backup --data-dir=restored",
      "orch storage check --data-dir=restored",
      { run: "orch restore monday.backup --force", exitCode: 1 },
      "head -c 2000 monday.backup > half.backup",
      { run: "orch restore half.backup --data-dir=other", exitCode: 1 },
    ],
  },
  {
    title: "Sizes of a store",
    text: "`stats` measures the store beside the running server. `compact` needs a store that no server uses.",
    commands: [
      "orch storage stats | head -12",
      "orch storage compact --data-dir=restored",
      { run: "orch storage compact", exitCode: 1 },
    ],
  },
];
