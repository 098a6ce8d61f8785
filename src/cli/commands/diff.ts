/** `orch diff`: shows what `orch apply` would change, by a server-side dry run. */
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ClientContext, Writing } from "../context.ts";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { Failures } from "../failures.ts";
import { objectTitle, toYaml } from "../output/objects.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { printable } from "../screen/printable.ts";
import type { ManifestFileOptions } from "../selection/manifest-files.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";
import { exitCodes } from "../terminal.ts";
import { objectToSend } from "../writes/dry-run.ts";
import { withoutVersions } from "../writes/has-changed.ts";
import { PlannedObjects } from "../writes/planned-objects.ts";
import { type AppliedObject, applyManifest, manifestsToApply } from "./apply.ts";

/** Options of `orch diff`. */
export interface DiffCommand extends ManifestFileOptions, Omit<Writing, "dryRun"> {
  readonly words: readonly string[];
  readonly forceConflicts: boolean;
}

/**
 * Prints the differences.
 * @returns the exit code: 0 without differences, 1 with differences, 2 if an object could not be compared
 * @throws CommandError
 */
export async function diff(command: DiffCommand, context: ClientContext): Promise<number> {
  const { terminal } = context;
  const failures = new Failures(terminal);
  let isChanged = false;
  const manifests = await manifestsToApply(command, context);
  const planned = new PlannedObjects((title) => terminal.error(uncheckedWarning(title, context)));
  const work = (manifest: ManifestObject): Promise<AppliedObject> =>
    simulateApply(manifest, { command, planned, context });
  for await (const { item, ...outcome } of runConcurrently(manifests, ({ type }) => type, work)) {
    if ("error" in outcome) {
      failures.report(outcome.error, item.title);
      continue;
    }
    const { namespace } = item.api;
    const title = `${namespace === "" ? "" : `${namespace}/`}${objectTitle(item.type, item.name)}`;
    const lines = diffLines(title, outcome.result, context);
    isChanged ||= lines.length > 0;
    terminal.out(lines.map((line) => `${line}\n`).join(""));
  }
  if (failures.exitCode !== exitCodes.fine) return exitCodes.diffFailed;
  return isChanged ? exitCodes.changed : exitCodes.fine;
}

interface SimulationContext {
  readonly command: DiffCommand;
  readonly planned: PlannedObjects;
  readonly context: ClientContext;
}

/** Simulates the apply of a manifest, after the previous manifests. @throws the errors of an apply */
async function simulateApply(
  manifest: ManifestObject,
  { command, planned, context }: SimulationContext,
): Promise<AppliedObject> {
  try {
    const applied = await applyManifest(manifest, { ...command, dryRun: "server" }, context);
    if (!applied.before) planned.add(manifest);
    return applied;
  } catch (error) {
    if (planned.isReportedMissing(error)) return { before: undefined, after: objectToSend(manifest.object, manifest) };
    throw error;
  }
}

function uncheckedWarning(missed: string, { terminal }: ClientContext): string {
  const what = `${missed} does not exist yet: what it is to hold is shown as it is written, unchecked and without defaults`;
  return `${terminal.paint("yellow", "warning:")} ${printable(what)}\n`;
}

function diffLines(title: string, { before, after }: AppliedObject, { terminal }: ClientContext): readonly string[] {
  return unifiedDiff(
    { title: before ? `${title} (now)` : `${title} (does not exist)`, lines: before ? yamlLines(before) : [] },
    { title: `${title} (applied)`, lines: yamlLines(before ? after : withoutGeneratedFields(after)) },
    terminal.paint,
  );
}

/** Returns the object as YAML lines, without the metadata that every write changes. */
function yamlLines(object: ApiObject): readonly string[] {
  return printable(toYaml(withoutVersions(object)))
    .trimEnd()
    .split("\n");
}

/** Removes the fields that the server would generate differently when the object is created. */
function withoutGeneratedFields(object: ApiObject): ApiObject {
  const { uid: _, creationTimestamp: __, ...metadata } = object.metadata;
  return { ...object, metadata };
}
