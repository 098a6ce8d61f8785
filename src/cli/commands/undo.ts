/** `orch undo`: writes an earlier state of an object back. */
import { type HistoryItem, StatusError } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, Writing } from "../context.ts";
import { diffOf } from "../history/change-view.ts";
import { beginningText, checkShowsHistory, readHistory } from "../history/read-history.ts";
import { objectTitle } from "../output/objects.ts";
import { printable } from "../screen/printable.ts";
import {
  checkIsNamed,
  missingObjectError,
  type Selected,
  type SelectOptions,
  selectObjects,
} from "../selection/selected.ts";
import { CommandError, CommandUsageError, exitCodes } from "../terminal.ts";

/** Options of `orch undo`. */
export interface UndoCommand extends SelectOptions, Pick<Writing, "fieldManager"> {
  /** The state to write back: a version, a time, or a duration ago. Undefined: the one before the newest change. */
  readonly to: string | undefined;
  /** Whether only the diff is printed. */
  readonly isDryRun: boolean;
}

type NamedObject = Omit<Selected, "names"> & { readonly name: string };

/** Prints the diff, and writes the state back. @returns the exit code @throws CommandError, StatusError */
export async function undo(command: UndoCommand, context: ClientContext): Promise<number> {
  checkIsNamed(command);
  const selected = await selectObjects(command, context);
  const [object, ...others] = selected.flatMap(({ names, ...rest }) => names.map((name) => ({ ...rest, name })));
  if (!object) throw missingObjectError();
  if (others.length > 0) throw new CommandUsageError("undo changes one object at a time");
  const { api, name, type } = object;
  const { signal } = context;
  await checkShowsHistory(context.client, signal);
  const history = await readHistory(api, name, { limit: 2, signal });
  const [newest, earlier] = history.items;
  const title = objectTitle(type, name);
  if (!newest) throw new CommandError(`${title} has no change that can be undone: ${beginningText(history)}`);
  const target =
    command.to === undefined
      ? stateBefore(newest, earlier, `${title}: ${beginningText(history)}`)
      : await api.get(name, { at: command.to, signal });
  const undoing = { object, command, context, target };
  return newest.object ? await writeBack(undoing, newest.object) : await createAgain(undoing);
}

/** @throws CommandError if the newest change created the object, or if the state before it is not kept */
function stateBefore(newest: HistoryItem, earlier: HistoryItem | undefined, beginning: string): ApiObject {
  if (newest.type === "created") {
    throw new CommandError(
      "the newest change created the object: delete it with `orch delete`, or choose an earlier state with --to",
    );
  }
  if (!earlier?.object) throw new CommandError(`the state before the newest change is no longer kept. ${beginning}`);
  return earlier.object;
}

interface Undoing {
  readonly object: NamedObject;
  readonly command: UndoCommand;
  readonly context: ClientContext;
  readonly target: ApiObject;
}

async function writeBack({ object, command, context, target }: Undoing, present: ApiObject): Promise<number> {
  const { api, name, type } = object;
  const title = objectTitle(type, name);
  const { uid, resourceVersion } = present.metadata;
  if (target.metadata.uid !== uid) {
    throw new CommandError(
      `${title} was deleted and created again since that state, which belongs to another object; delete the present ` +
        "one first to create the earlier one again",
    );
  }
  const { managedFields: _, generation: __, deletionTimestamp: ___, ...metadata } = target.metadata;
  const body = { ...target, metadata: { ...metadata, resourceVersion } } as ApiObject;
  const write = async (dryRun: boolean): Promise<ApiObject> => {
    const { fieldManager } = command;
    return await unlessChanged(title, () => api.update(body, { dryRun, fieldManager, signal: context.signal }));
  };
  const diff = diffOf(present, await write(true), {
    titles: [`${title} (now)`, `${title} (undone)`],
    paint: context.terminal.paint,
  });
  if (diff.length === 0) {
    context.terminal.error(`${printable(title)} is in this state already\n`);
    return exitCodes.fine;
  }
  context.terminal.out(diff.map((line) => `${line}\n`).join(""));
  if (!command.isDryRun) await write(false);
  context.terminal.out(`${printable(title)} ${command.isDryRun ? "undone (dry run)" : "undone"}\n`);
  return exitCodes.fine;
}

/** @throws CommandError if the object was changed since its history was read */
async function unlessChanged(title: string, write: () => Promise<ApiObject>): Promise<ApiObject> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 409) throw error;
    throw new CommandError(
      `${title} was changed meanwhile: ${error.message}; look at \`orch history\`, and try again`,
      {
        cause: error,
      },
    );
  }
}

async function createAgain({ object, command, context, target }: Undoing): Promise<number> {
  const { api, name, type } = object;
  const title = objectTitle(type, name);
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _created,
    generation: _generation,
    managedFields: _managers,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    ...metadata
  } = target.metadata;
  const body: ApiObject = { ...target, metadata };
  const write = async (dryRun: boolean): Promise<ApiObject> => {
    const { fieldManager } = command;
    return await unlessChanged(title, () => api.create(body, { dryRun, fieldManager, signal: context.signal }));
  };
  const created = await write(true);
  const titles = [`${title} (does not exist)`, `${title} (undone)`] as const;
  const shown = { ...created, metadata: { ...created.metadata, uid: undefined, creationTimestamp: undefined } };
  const diff = diffOf(undefined, shown as unknown as ApiObject, { titles, paint: context.terminal.paint });
  context.terminal.out(diff.map((line) => `${line}\n`).join(""));
  if (!command.isDryRun) await write(false);
  context.terminal.out(`${printable(title)} ${command.isDryRun ? "created again (dry run)" : "created again"}\n`);
  return exitCodes.fine;
}
