/** Deletes the members of a set that are not in the manifests. */
import { StatusError } from "../../client/index.ts";
import type { ClientContext, Writing } from "../context.ts";
import { Failures } from "../failures.ts";
import { objectTitle } from "../output/objects.ts";
import type { Outcomes } from "../output/outcomes.ts";
import { runConcurrently } from "../run-concurrently.ts";
import type { ManifestObject } from "../selection/manifest-objects.ts";
import { exitCodes } from "../terminal.ts";
import type { ApplySet, OutdatedMember } from "./apply-set.ts";

/** Input of `prune()`. */
export interface Pruning {
  /** The manifests of the set, all of which were applied. */
  readonly members: readonly ManifestObject[];
  /** Uids of the applied objects. */
  readonly applied: ReadonlySet<string | undefined>;
  readonly writing: Writing;
  readonly context: ClientContext;
  readonly outcomes: Outcomes;
}

/**
 * Deletes all other members, and then removes their kinds and namespaces from the parent object. @returns the exit
 * code: 1 if a deletion failed. Such an object stays a member
 */
export async function prune(set: ApplySet, pruning: Pruning): Promise<number> {
  const failures = new Failures(pruning.context.terminal);
  try {
    const outdated = await set.outdated(pruning.applied);
    const work = (one: OutdatedMember): Promise<void> => deleteOutdated(one, pruning);
    for await (const { item, ...outcome } of runConcurrently(outdated, ({ type }) => type, work)) {
      const { type, object } = item;
      if ("error" in outcome) failures.report(outcome.error, objectTitle(type, object.metadata.name ?? ""));
      else pruning.outcomes.printUnnamed(type, object, "pruned");
    }
    if (failures.exitCode === exitCodes.fine) await set.recordAfterPrune(pruning.members);
  } catch (error) {
    failures.report(error);
  }
  return failures.exitCode;
}

async function deleteOutdated({ api, object }: OutdatedMember, { writing, context }: Pruning): Promise<void> {
  const { name = "", uid } = object.metadata;
  if (writing.dryRun === "client") return;
  try {
    await api.delete(name, {
      dryRun: writing.dryRun === "server",
      propagationPolicy: "Background",
      // Another object with the same name may not be a member.
      ...(uid === undefined ? {} : { preconditions: { uid } }),
      signal: context.signal,
    });
  } catch (error) {
    const isGone = error instanceof StatusError && error.code === 404;
    if (!isGone) throw error;
  }
}
