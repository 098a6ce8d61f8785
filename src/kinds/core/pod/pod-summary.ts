/**
 * A summary of a Pod's state for a table row. Init containers determine it first, in their order. The other containers
 * do so after all init containers have completed.
 */
import type { ContainerState, ContainerStatus, Pod, PodStatus } from "../../../api/index.ts";
import { isTerminating } from "../../columns.ts";
import { holds } from "../../meta/conditions.ts";
import { isRestartable, mainContainers } from "../container/containers.ts";

/** State of a Pod, as table rows show it. */
export interface PodSummary {
  /** The Pod's phase, or the most specific reason for its state. */
  readonly reason: string;
  readonly readyContainers: number;
  readonly totalContainers: number;
  readonly restarts: number;
  /** Time at which a counted container last ended. */
  readonly lastRestart: string | undefined;
}

/** Counts over a group of containers. */
interface Tally {
  restarts: number;
  ready: number;
  lastRestart: string | undefined;
}

/** Returns the summary of a Pod. */
export function summarizePod(pod: Pod): PodSummary {
  const status = pod.status ?? {};
  const { initContainers = [] } = pod.spec ?? {};
  const sidecars = new Set(initContainers.filter(isRestartable).map(({ name }) => name));
  const totalContainers = mainContainers(pod.spec).length + initContainers.filter(isRestartable).length;
  const init = summarizeInit(status, { sidecars, count: initContainers.length });
  const startedReason = init.reason ?? phaseReason(status);
  if (init.reason !== undefined && !isInitialized(status)) {
    const { restarts, lastRestart, ready } = init.all;
    const reason = deletionReason(pod) ?? startedReason;
    return { reason, readyContainers: ready, totalContainers, restarts, lastRestart };
  }
  const main = summarizeMain(status, startedReason, init.sidecars);
  const { restarts, lastRestart, ready } = main.tally;
  const reason = deletionReason(pod) ?? main.reason;
  return { reason, readyContainers: ready, totalContainers, restarts, lastRestart };
}

function phaseReason({ phase, reason, conditions = [] }: PodStatus): string {
  const gated = conditions.some((one) => one.type === "PodScheduled" && one.reason === schedulingGated);
  return gated ? schedulingGated : reason || (phase ?? "");
}

/** Reason of the condition `PodScheduled` while the Pod has scheduling gates. */
export const schedulingGated = "SchedulingGated";

interface InitSummary {
  /** Undefined once the Pod is initialized. */
  readonly reason: string | undefined;
  /** Counts over the init containers up to the first unfinished one. */
  readonly all: Tally;
  /** Counts over the restartable ones among them. */
  readonly sidecars: Tally;
}

function summarizeInit(
  { initContainerStatuses = [] }: PodStatus,
  { sidecars, count }: { readonly sidecars: ReadonlySet<string>; readonly count: number },
): InitSummary {
  const all = newTally();
  const kept = newTally();
  for (const [index, one] of initContainerStatuses.entries()) {
    const isSidecar = sidecars.has(one.name);
    countRestarts(all, one);
    if (isSidecar) countRestarts(kept, one);
    if (one.state?.terminated?.exitCode === 0) continue;
    if (isSidecar && one.started === true) {
      if (one.ready) {
        all.ready++;
        kept.ready++;
      }
      continue;
    }
    return { reason: `Init:${initReason(one.state) ?? `${index}/${count}`}`, all, sidecars: kept };
  }
  return { reason: undefined, all, sidecars: kept };
}

function initReason(state: ContainerState | undefined): string | undefined {
  if (state?.terminated) return endReason(state.terminated);
  const waiting = state?.waiting?.reason;
  return waiting && waiting !== "PodInitializing" ? waiting : undefined;
}

function endReason({ reason, signal, exitCode }: NonNullable<ContainerState["terminated"]>): string {
  return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}

/** @param tally counts of the restartable init containers, to which this function adds */
function summarizeMain(status: PodStatus, startedReason: string, tally: Tally): { reason: string; tally: Tally } {
  let reason = startedReason;
  let hasRunning = false;
  for (const one of (status.containerStatuses ?? []).toReversed()) {
    countRestarts(tally, one);
    const { waiting, terminated, running } = one.state ?? {};
    if (waiting?.reason) {
      reason = waiting.reason;
    } else if (terminated) {
      reason = endReason(terminated);
    } else if (one.ready && running) {
      hasRunning = true;
      tally.ready++;
    }
  }
  if (reason === "Completed" && hasRunning) reason = holds(status.conditions, "Ready") ? "Running" : "NotReady";
  return { reason, tally };
}

function deletionReason(pod: Pod): string | undefined {
  if (!isTerminating(pod)) return undefined;
  if (pod.status?.reason === "NodeLost") return "Unknown";
  return isFinished(pod) ? undefined : "Terminating";
}

/** Whether the Pod has ended, with or without success. */
export function isFinished({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** Only the first condition of the type counts. */
function isInitialized({ conditions = [] }: PodStatus): boolean {
  return conditions.find(({ type }) => type === "Initialized")?.status === "True";
}

function newTally(): Tally {
  return { restarts: 0, ready: 0, lastRestart: undefined };
}

/** Adds a container's restarts. Times are in their stored form, which sorts as text. */
function countRestarts(tally: Tally, { restartCount, lastState }: ContainerStatus): void {
  tally.restarts += restartCount;
  const finishedAt = lastState?.terminated?.finishedAt;
  if (finishedAt && (tally.lastRestart === undefined || finishedAt > tally.lastRestart)) tally.lastRestart = finishedAt;
}
