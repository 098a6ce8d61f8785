/** `orch delete`: deletes objects, and waits until the server has removed them. */
import { type DeleteOptions, StatusError } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { ClientContext, ObjectSelection } from "../context.ts";
import { Failures } from "../failures.ts";
import { followObjects } from "../follow.ts";
import { type FormOptions, readForm } from "../output/object-form.ts";
import { objectTitle } from "../output/objects.ts";
import { Outcomes } from "../output/outcomes.ts";
import { runConcurrently } from "../run-concurrently.ts";
import type { Listing } from "../selection/list-options.ts";
import { type NamedObject, namedObjects } from "../selection/named-objects.ts";
import type { SelectOptions } from "../selection/selected.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import type { DryRun } from "../writes/dry-run.ts";

/** Options of `orch delete`. */
export interface DeleteCommand extends SelectOptions, ObjectSelection, Listing, FormOptions {
  readonly all: boolean;
  readonly cascade: "background" | "foreground" | "orphan";
  /** Seconds. Undefined: the object's own grace period. */
  readonly gracePeriod: number | undefined;
  readonly now: boolean;
  readonly wait: boolean;
  /** Maximum time to wait. 0: no limit. */
  readonly timeoutMs: number;
  readonly ignoreNotFound: boolean;
  readonly dryRun: DryRun;
}

const propagation = { background: "Background", foreground: "Foreground", orphan: "Orphan" } as const;

/** An object whose deletion has begun, in the state that the server returned. */
interface PendingDeletion extends NamedObject {
  readonly state: ApiObject;
}

/**
 * Runs `orch delete`: sends the deletions, and waits for them unless `--wait=false`. @returns the exit code: 1 if an object could not be deleted, or still exists after the timeout
 * @throws CommandError
 */
export async function deleteObjects(command: DeleteCommand, context: ClientContext): Promise<number> {
  if (command.now && command.gracePeriod !== undefined) {
    throw new CommandUsageError("--now means --grace-period=1; set only one of them");
  }
  const form = await readForm(command, context.terminal);
  const objects = await namedObjects(command, context);
  if (objects.length === 0) context.terminal.error("there is nothing to delete\n");
  const failures = new Failures(context.terminal);
  const outcomes = new Outcomes(context.terminal, { ...command, form, objects: objects.length });
  const pending: PendingDeletion[] = [];
  const work = ({ api, name }: NamedObject): Promise<ApiObject | StatusResponse> => {
    if (command.dryRun === "client") return api.get(name, { signal: context.signal });
    return api.delete(name, deleteOptions(command, context));
  };
  for await (const { item, ...outcome } of runConcurrently(objects, ({ type }) => type, work)) {
    if ("error" in outcome) {
      const { error } = outcome;
      const isExcused = command.ignoreNotFound && error instanceof StatusError && error.reason === "NotFound";
      if (!isExcused) failures.report(error, objectTitle(item.type, item.name));
      continue;
    }
    const state = outcome.result.kind === "Status" ? undefined : (outcome.result as ApiObject);
    outcomes.print(item.type, state ?? minimalObject(item), "deleted");
    if (state) pending.push({ ...item, state });
  }
  outcomes.end();
  if (command.wait && command.dryRun === "none") await waitForAll(pending, { command, context, failures });
  return failures.exitCode;
}

function deleteOptions(command: DeleteCommand, { signal }: ClientContext): DeleteOptions {
  const gracePeriodSeconds = command.now ? 1 : command.gracePeriod;
  return {
    dryRun: command.dryRun !== "none",
    propagationPolicy: propagation[command.cascade],
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    signal,
  };
}

/** Returns a minimal object to print, if the server returned only a Status. */
function minimalObject({ type, api, name }: NamedObject): ApiObject {
  const { kind, group, version } = type;
  const namespace = api.namespace === "" ? {} : { namespace: api.namespace };
  return { kind, apiVersion: group === "" ? version : `${group}/${version}`, metadata: { name, ...namespace } };
}

interface Waiting {
  readonly command: DeleteCommand;
  readonly context: ClientContext;
  readonly failures: Failures;
}

async function waitForAll(pending: readonly PendingDeletion[], { command, context, failures }: Waiting): Promise<void> {
  const late = new AbortController();
  const { timeoutMs } = command;
  using _ = timeoutMs === 0 ? undefined : context.clock.after(timeoutMs, () => late.abort(new Error("too late")));
  const signal = AbortSignal.any([context.signal, late.signal]);
  for (const one of pending) {
    const title = objectTitle(one.type, one.name);
    context.terminal.progress(`waiting for the end of ${title}`);
    const last = await lastState(one, { ...context, signal });
    context.terminal.progress("");
    context.signal.throwIfAborted();
    if (last) failures.report(new CommandError(remainingMessage(last, timeoutMs)), title);
  }
}

function remainingMessage({ metadata }: ApiObject, timeoutMs: number): string {
  const { finalizers = [] } = metadata;
  const held = finalizers.length === 0 ? "" : `; it goes when its finalizers are done: ${finalizers.join(", ")}`;
  return `still there after ${timeoutMs / 1000}s${held}`;
}

/** Returns undefined if the signal was aborted before the response arrived. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/**
 * Waits for the end of an object. The objects are listed first, because a kind may return an object that is already
 * deleted.
 * @returns undefined if the object was deleted or replaced, or else its last known state when the signal was aborted
 */
async function lastState(
  { api, name, state }: PendingDeletion,
  context: ClientContext,
): Promise<ApiObject | undefined> {
  const { signal } = context;
  const fieldSelector = `metadata.name=${name}`;
  let last = state;
  while (!signal.aborted) {
    const list = await unlessAborted(api.list({ fieldSelector, signal }), signal);
    if (!list) break;
    const now = list.items.find(({ metadata }) => metadata.uid === state.metadata.uid);
    if (!now) return undefined;
    last = now;
    const options = { resourceVersion: list.resourceVersion, labelSelector: undefined, fieldSelector };
    for await (const event of followObjects(api, options, context)) {
      if (event === "expired") break;
      const isSame = event.object.metadata.uid === state.metadata.uid;
      if (!isSame || event.type === "DELETED") return undefined;
      last = event.object;
    }
  }
  return last;
}
