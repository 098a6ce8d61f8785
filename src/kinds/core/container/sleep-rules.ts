/**
 * Rules of sleeps after the start and before the stop of a container. A sleep must end within the Pod's grace period.
 */
import type { Container, PodSpec } from "../../../api/index.ts";
import { invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { previousValue } from "../../previous-value.ts";
import { at } from "../../reporting.ts";
import { isRestartable, mainContainers } from "./containers.ts";

/**
 * Reports sleeps that are too long, negative or zero.
 * @param context at the Pod's spec
 */
export function reportSleeps(spec: PodSpec, context: ValidationContext): void {
  const grace = spec.terminationGracePeriodSeconds;
  if (grace === undefined) return;
  for (const { seconds, part } of sleepsOf(spec)) {
    if (seconds > 0 && seconds <= grace) continue;
    const mayBeZero = allowsZero(context);
    if (mayBeZero && seconds === 0) continue;
    const why = mayBeZero
      ? `must be non-negative and less than terminationGracePeriodSeconds (${grace})`
      : `must be greater than 0 and less than terminationGracePeriodSeconds (${grace}). ` +
        "Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.";
    context.report(invalidField(at(context, part), seconds, why));
  }
}

function allowsZero(context: ValidationContext): boolean {
  if (context.write.isEnabled("PodLifecycleSleepActionAllowZero")) return true;
  const former = previousValue<PodSpec>(context);
  return former !== undefined && sleepsOf(former).some(({ seconds }) => seconds === 0);
}

interface PlacedSleep {
  readonly seconds: number;
  /** Path from the Pod's spec. */
  readonly part: string;
}

/** Returns the sleeps of all containers. Init containers that are not restartable have no lifecycle handlers. */
function sleepsOf(spec: PodSpec): readonly PlacedSleep[] {
  const sleeps: PlacedSleep[] = [];
  const gather = ({ lifecycle }: Container, part: string): void => {
    for (const hook of ["postStart", "preStop"] as const) {
      const { exec, httpGet, tcpSocket, sleep } = lifecycle?.[hook] ?? {};
      const seconds = sleep?.seconds;
      // Only the first handler counts, and `sleep` is the last one. Further handlers are reported elsewhere.
      const isOnly = !exec && !httpGet && !tcpSocket;
      if (seconds !== undefined && isOnly) sleeps.push({ seconds, part: `${part}.lifecycle.${hook}.sleep` });
    }
  };
  mainContainers(spec).forEach((container, index) => gather(container, `containers[${index}]`));
  (spec.initContainers ?? []).forEach((container, index) => {
    if (isRestartable(container)) gather(container, `initContainers[${index}]`);
  });
  return sleeps;
}
