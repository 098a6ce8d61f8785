/** `orch apply`: objects as manifests say, whoever else writes them. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { hasChanged, saysTheSame } from "../changed.ts";
import { describeConflicts } from "../conflicts.ts";
import type { ClientContext, Writing } from "../context.ts";
import { sentObject } from "../dry-run.ts";
import { Failures } from "../failures.ts";
import { findObject } from "../find-object.ts";
import type { FileOptions } from "../manifest-files.ts";
import { allManifestObjects, type ManifestObject } from "../manifest-objects.ts";
import { type FormOptions, readForm } from "../object-form.ts";
import { objectTitle } from "../objects.ts";
import { Outcomes } from "../outcomes.ts";
import { several } from "../several.ts";
import { CommandError } from "../terminal.ts";
import { writeOptions } from "../write-options.ts";

export interface ApplyCommand extends FileOptions, Writing, FormOptions {
  readonly words: readonly string[];
  readonly forceConflicts: boolean;
}

/** An object before and after; undefined: there was none. */
export interface AppliedObject {
  readonly before: ApiObject | undefined;
  readonly after: ApiObject;
}

/** @returns the exit code: 1 when one of them could not be applied @throws CommandError */
export async function apply(command: ApplyCommand, context: ClientContext): Promise<number> {
  const form = await readForm(command, context.terminal);
  const manifests = await manifestsToApply(command, context);
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: manifests.length });
  const work = (manifest: ManifestObject): Promise<AppliedObject> => applyManifest(manifest, command, context);
  for await (const { item, ...outcome } of several(manifests, ({ type }) => type, work)) {
    if ("error" in outcome) failures.tell(outcome.error, item.title);
    else outcomes.tell(item.type, outcome.result.after, whatHappened(outcome.result, command));
  }
  outcomes.end();
  return failures.exitCode;
}

function whatHappened({ before, after }: AppliedObject, command: ApplyCommand): string {
  if (!before) return "created";
  // Whether anything would change is known to the server alone.
  if (command.dryRun === "client") return "configured";
  if (!hasChanged(before, after, command)) return "unchanged";
  return saysTheSame(before, after) ? "unchanged but for its owners" : "configured";
}

/** @throws CommandError when one of them has no name: nothing is applied then */
export async function manifestsToApply(
  command: Pick<ApplyCommand, "words" | "files" | "recursive">,
  context: ClientContext,
): Promise<readonly ManifestObject[]> {
  const { words } = command;
  if (words.length > 0)
    throw new CommandError(`manifests are named by -f; leave out ${words.join(" ")}, or write -f ${words[0]}`);
  const manifests = await allManifestObjects(command, context);
  const nameless = manifests.find(({ name }) => name === "");
  if (nameless) {
    throw new CommandError(`${nameless.title}: metadata.name is missing; \`orch create\` takes metadata.generateName`);
  }
  return manifests;
}

/** @throws CommandError for fields that others own; StatusError */
export async function applyManifest(
  { api, type, name, object }: ManifestObject,
  command: Writing & Pick<ApplyCommand, "forceConflicts">,
  context: ClientContext,
): Promise<AppliedObject> {
  const before = await findObject(api, name, context.signal);
  if (command.dryRun === "client") return { before, after: sentObject(object, { type, api }) };
  try {
    const options = { ...writeOptions(command, context), force: command.forceConflicts };
    return { before, after: await api.apply(name, object, options) };
  } catch (error) {
    const conflicts = describeConflicts(error, { title: objectTitle(type, name), namespace: api.namespace });
    throw conflicts === undefined ? error : new CommandError(conflicts, { cause: error });
  }
}
