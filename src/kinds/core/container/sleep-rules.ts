/** Containers that wait after their start or before their stop: within the time that the Pod is given to end. */
import type { Container, PodSpec } from "../../../api/index.ts";
import { invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { formerValue } from "../../former.ts";
import { at } from "../../reporting.ts";
import { isRestartable, mainContainers } from "./containers.ts";

/** @param context stands at the Pod's spec */
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
  const former = formerValue<PodSpec>(context);
  return former !== undefined && sleepsOf(former).some(({ seconds }) => seconds === 0);
}

interface PlacedSleep {
  readonly seconds: number;
  /** Below the Pod's spec. */
  readonly part: string;
}

/** Containers that run to their end do nothing after the start and before the stop. */
function sleepsOf(spec: PodSpec): readonly PlacedSleep[] {
  const sleeps: PlacedSleep[] = [];
  const gather = ({ lifecycle }: Container, part: string): void => {
    for (const hook of ["postStart", "preStop"] as const) {
      const { exec, httpGet, tcpSocket, sleep } = lifecycle?.[hook] ?? {};
      const seconds = sleep?.seconds;
      // Another handler comes first, and a second one is refused as a whole.
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
