/** `orch undo`: writes an earlier state of an object back. */
import { type HistoryItem, type ObjectHistory, StatusError } from "../../client/index.ts";
import { foregroundFinalizer, orphanFinalizer } from "../../meta/deletion.ts";
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
import { hasSameContent } from "../writes/has-changed.ts";

/** Options of `orch undo`. */
export interface UndoCommand extends SelectOptions, Pick<Writing, "fieldManager"> {
  /** The state to write back: a version, a time, or a duration ago. Undefined: the one before the newest change. */
  readonly to: string | undefined;
  /** Whether only the diff is printed. */
  readonly isDryRun: boolean;
}

/** Number of changes that are read at a time to find one that is not of the status. */
const searchedChanges = 50;

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
  if (!newest.object) return await createAgain(undoing);
  if (await writeBack(undoing, newest.object)) return exitCodes.fine;
  if (newest.object.metadata.deletionTimestamp && !target.metadata.deletionTimestamp) {
    throw new CommandError(
      `${title} is being deleted, which cannot be undone; when it was deleted, \`orch undo\` creates it again`,
    );
  }
  if (command.to !== undefined) {
    context.terminal.error(`${printable(title)} is in this state already\n`);
    return exitCodes.fine;
  }
  const earlierTarget = await stateBeforeStatusChanges(undoing, history, newest.object);
  if (earlierTarget && (await writeBack({ ...undoing, target: earlierTarget }, newest.object))) return exitCodes.fine;
  throw new CommandError(
    `${title} has no change that can be undone, because only its status has changed; choose an earlier state with --to`,
  );
}

/**
 * Returns the newest earlier state of the object that differs from `present` in more than the status. Controllers often change the status
 * after each change of the rest, and an update does not write it. Undefined if there is no such state.
 */
async function stateBeforeStatusChanges(
  { object: { api, name }, context: { signal } }: Undoing,
  newest: ObjectHistory,
  present: ApiObject,
): Promise<ApiObject | undefined> {
  for (let history = newest; ; ) {
    for (const { object } of history.items) {
      if (!object || object.metadata.uid !== present.metadata.uid) return undefined;
      if (
        !hasSameContent({ ...object, status: undefined } as ApiObject, { ...present, status: undefined } as ApiObject)
      ) {
        return object;
      }
    }
    const before = history.items.at(-1)?.resourceVersion;
    if (!history.more || before === undefined) return undefined;
    history = await readHistory(api, name, { limit: searchedChanges, before, signal });
  }
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

/** Prints the diff, and writes the state. @returns false if an update with the state changes nothing */
async function writeBack({ object, command, context, target }: Undoing, present: ApiObject): Promise<boolean> {
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
  if (diff.length === 0) return false;
  context.terminal.out(diff.map((line) => `${line}\n`).join(""));
  if (!command.isDryRun) await write(false);
  context.terminal.out(`${printable(title)} ${command.isDryRun ? "undone (dry run)" : "undone"}\n`);
  return true;
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

/** Finalizers that a deletion adds. A new object with one of them would be deleted in that order whatever its client requests. */
const deletionFinalizers: readonly string[] = [foregroundFinalizer, orphanFinalizer];

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
    finalizers: storedFinalizers = [],
    ...metadata
  } = target.metadata;
  const finalizers = storedFinalizers.filter((finalizer) => !deletionFinalizers.includes(finalizer));
  const body: ApiObject = { ...target, metadata: { ...metadata, ...(finalizers.length > 0 ? { finalizers } : {}) } };
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
