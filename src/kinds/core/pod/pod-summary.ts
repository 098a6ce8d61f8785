/**
 * What a Pod is doing, in the few words of a table row. Init containers are looked at first, in their order; the others
 * only once these are through.
 */
import type { ContainerState, ContainerStatus, Pod, PodStatus } from "../../../api/index.ts";
import { isTerminating } from "../../columns.ts";
import { holds } from "../../meta/conditions.ts";
import { isRestartable, mainContainers } from "../container/containers.ts";

export interface PodSummary {
  /** The phase, or the most telling reason. */
  readonly reason: string;
  readonly readyContainers: number;
  readonly totalContainers: number;
  readonly restarts: number;
  /** When a counted container last ended. */
  readonly lastRestart: string | undefined;
}

/** What has been found out about a group of containers. */
interface Tally {
  restarts: number;
  ready: number;
  lastRestart: string | undefined;
}

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

export const schedulingGated = "SchedulingGated";

interface InitSummary {
  /** Set while initialization is under way. */
  readonly reason: string | undefined;
  /** Of the init containers up to the first unfinished one. */
  readonly all: Tally;
  /** Of those among them that keep running. */
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

/** @param tally of the sidecars; goes on counting there */
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

export function isFinished({ status }: Pod): boolean {
  return status?.phase === "Succeeded" || status?.phase === "Failed";
}

/** The first condition of the type counts here. */
function isInitialized({ conditions = [] }: PodStatus): boolean {
  return conditions.find(({ type }) => type === "Initialized")?.status === "True";
}

function newTally(): Tally {
  return { restarts: 0, ready: 0, lastRestart: undefined };
}

/** Times are in the stored form, whose order is that of their texts. */
function countRestarts(tally: Tally, { restartCount, lastState }: ContainerStatus): void {
  tally.restarts += restartCount;
  const finishedAt = lastState?.terminated?.finishedAt;
  if (finishedAt && (tally.lastRestart === undefined || finishedAt > tally.lastRestart)) tally.lastRestart = finishedAt;
}
