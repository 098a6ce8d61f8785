/** `orch apply`: applies manifests by server-side apply. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { ApplySet } from "../apply-set/apply-set.ts";
import { prune } from "../apply-set/prune.ts";
import type { ClientContext, Writing } from "../context.ts";
import { Failures } from "../failures.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { Outcomes } from "../output/outcomes.ts";
import { runConcurrently } from "../run-concurrently.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import { allManifestObjects, type ManifestObject } from "../selection/manifest-objects.ts";
import { CommandError, CommandUsageError, exitCodes } from "../terminal.ts";
import { describeConflicts } from "../writes/conflicts.ts";
import { objectToSend } from "../writes/dry-run.ts";
import { findObject } from "../writes/find-object.ts";
import { hasChanged, hasSameContent } from "../writes/has-changed.ts";
import { writeOptions } from "../writes/write-options.ts";

/** Options of `orch apply`. */
export interface ApplyCommand extends ManifestFileOptions, Writing, FormOptions {
  readonly words: readonly string[];
  readonly forceConflicts: boolean;
  /** The set of objects that are applied together: `shop`, or `configmap/shop`. */
  readonly applySet: string | undefined;
  /** Whether members of the set that are not in the manifests are deleted. */
  readonly prune: boolean;
}

/** An object before and after an apply. `before` is undefined if the object did not exist. */
export interface AppliedObject {
  readonly before: ApiObject | undefined;
  readonly after: ApiObject;
}

/** Applies the manifests. @returns the exit code: 1 if an object could not be applied @throws CommandError */
export async function apply(command: ApplyCommand, context: ClientContext): Promise<number> {
  checkPruning(command);
  const form = await readForm(command, context.terminal);
  const manifests = await manifestsToApply(command, context);
  const set = await openApplySet(command, context);
  const members = set?.members(manifests) ?? manifests;
  await set?.recordBeforeApply(members);
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: members.length });
  const applied = new Set<string | undefined>();
  const work = (manifest: ManifestObject): Promise<AppliedObject> => applyManifest(manifest, command, context);
  for await (const { item, ...outcome } of runConcurrently(members, ({ type }) => type, work)) {
    if ("error" in outcome) {
      failures.report(outcome.error, item.title);
      continue;
    }
    const { before, after } = outcome.result;
    outcomes.print(item.type, after, whatHappened(outcome.result, command));
    applied.add(before?.metadata.uid).add(after.metadata.uid);
  }
  const isWhole = failures.exitCode === exitCodes.fine;
  if (set && !isWhole) context.terminal.error("nothing was pruned, because some objects could not be applied\n");
  const pruned = set && isWhole ? await prune(set, { members, applied, writing: command, context, outcomes }) : 0;
  outcomes.end();
  return Math.max(failures.exitCode, pruned);
}

/** Checks that `--prune` and `--applyset` are used together. @throws CommandUsageError */
function checkPruning({ applySet, prune: isPruning }: ApplyCommand): void {
  if (isPruning && applySet === undefined) {
    throw new CommandUsageError(
      "--prune requires the name of the set whose objects were applied together: --applyset=NAME",
    );
  }
  if (applySet !== undefined && !isPruning) {
    throw new CommandUsageError("--applyset requires --prune; set both, or neither");
  }
}

/** Opens the set. @returns undefined without `--prune` @throws CommandError */
async function openApplySet(command: ApplyCommand, context: ClientContext): Promise<ApplySet | undefined> {
  const { applySet, prune: isPruning } = command;
  if (applySet === undefined || !isPruning) return undefined;
  return await ApplySet.open(applySet, command, context);
}

function whatHappened({ before, after }: AppliedObject, command: ApplyCommand): string {
  if (!before) return "created";
  // Only the server could determine whether the object would change.
  if (command.dryRun === "client") return "configured";
  if (!hasChanged(before, after, command)) return "unchanged";
  return hasSameContent(before, after) ? "unchanged but for its owners" : "configured";
}

/** Reads the manifests. @throws CommandError if one of them has no name. Nothing is applied then */
export async function manifestsToApply(
  command: Pick<ApplyCommand, "words" | "files" | "recursive">,
  context: ClientContext,
): Promise<readonly ManifestObject[]> {
  const { words } = command;
  if (words.length > 0)
    throw new CommandUsageError(`manifests are selected by -f; remove ${words.join(" ")}, or write -f ${words[0]}`);
  const manifests = await allManifestObjects(command, context);
  const nameless = manifests.find(({ name }) => name === "");
  if (nameless) {
    throw new CommandError(`${nameless.title}: metadata.name is missing; \`orch create\` takes metadata.generateName`);
  }
  return manifests;
}

/** Applies one manifest. @throws CommandError if other managers own fields; StatusError */
export async function applyManifest(
  { api, type, name, object }: ManifestObject,
  command: Writing & Pick<ApplyCommand, "forceConflicts">,
  context: ClientContext,
): Promise<AppliedObject> {
  const before = await findObject(api, name, context.signal);
  if (command.dryRun === "client") return { before, after: objectToSend(object, { type, api }) };
  try {
    const options = { ...writeOptions(command, context), force: command.forceConflicts };
    return { before, after: await api.apply(name, object, options) };
  } catch (error) {
    const target = { title: objectTitle(type, name), namespace: api.namespace };
    const conflicts = describeConflicts(error, target, context);
    throw conflicts === undefined ? error : new CommandError(conflicts, { cause: error });
  }
}
