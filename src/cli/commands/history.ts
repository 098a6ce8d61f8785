/** `orch history`: prints the changes of an object as diffs. */
import { commandHint } from "../command-hint.ts";
import type { ClientContext } from "../context.ts";
import { Failures } from "../failures.ts";
import { changeView } from "../history/change-view.ts";
import { beginningText, readHistory } from "../history/read-history.ts";
import { objectTitle } from "../output/objects.ts";
import {
  checkIsNamed,
  missingObjectError,
  type Selected,
  type SelectOptions,
  selectObjects,
} from "../selection/selected.ts";

/** Options of `orch history`. */
export interface HistoryCommand extends SelectOptions {
  /** Number of changes of each object. */
  readonly limit: number;
  /** Only changes before this version. */
  readonly before: string | undefined;
}

/** Prints the changes, newest first. @returns the exit code: 1 if an object has no history @throws CommandError */
export async function history(command: HistoryCommand, context: ClientContext): Promise<number> {
  checkIsNamed(command);
  const selected = await selectObjects(command, context);
  const objects = selected.flatMap(({ names, ...rest }) => names.map((name) => ({ ...rest, name })));
  if (objects.length === 0) throw missingObjectError();
  const failures = new Failures(context.terminal);
  for (const object of objects) {
    try {
      await printHistory(object, command, context);
    } catch (error) {
      failures.report(error, objectTitle(object.type, object.name));
    }
  }
  return failures.exitCode;
}

type NamedObject = Omit<Selected, "names"> & { readonly name: string };

async function printHistory(
  { api, type, name }: NamedObject,
  { limit, before }: HistoryCommand,
  context: ClientContext,
): Promise<void> {
  const { terminal, clock, signal } = context;
  // The state before the last shown change is needed for its diff.
  const read = await readHistory(api, name, { limit: limit + 1, before, signal });
  const title = objectTitle(type, name);
  const shown = read.items.slice(0, limit);
  for (const [index, change] of shown.entries()) {
    const previous = read.items[index + 1]?.object ?? undefined;
    const lines = changeView(change, previous, { title, nowMs: clock.nowMs(), paint: terminal.paint });
    terminal.out(`${index === 0 ? "" : "\n"}${lines.map((line) => `${line}\n`).join("")}`);
  }
  const last = shown.at(-1);
  const hasMore = read.more || read.items.length > shown.length;
  if (last && hasMore) {
    const target = { title, namespace: api.namespace };
    const next = commandHint("history", target, context, [`--before=${last.resourceVersion}`]);
    terminal.error(`earlier changes: ${next}\n`);
  }
  if (!hasMore && last?.type !== "created") terminal.error(`${beginningText(read)}\n`);
}
