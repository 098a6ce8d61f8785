/** The resources of a whole Pod. */
import type { Container, Pod } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { type AmountList, type Amounts, amountsOf, podSum, raiseAmounts } from "../../../../usage/index.ts";

type ReadPod = DeepReadonly<Pod>;
type ReadContainer = DeepReadonly<Container>;

/** Feature gates that change the sums. */
export interface AmountGates {
  /** Whether running containers can change their resources. */
  readonly isResizable: boolean;
  /** Whether Pods have resources besides those of their containers. */
  readonly hasPodLevel: boolean;
}

/** Returns the requests of a Pod. */
export function podRequests(pod: ReadPod, gates: AmountGates): Amounts {
  const requested = ({ resources }: ReadContainer): Amounts => amountsOf(resources?.requests);
  const ofMain = gates.isResizable ? (one: ReadContainer) => resizableRequests(one, pod) : requested;
  return podLevel(podSum(pod, { ofMain, ofInit: requested }), pod.spec?.resources?.requests, gates);
}

/** Returns the limits of a Pod. */
export function podLimits(pod: ReadPod, gates: AmountGates): Amounts {
  const limit = ({ resources }: ReadContainer): Amounts => amountsOf(resources?.limits);
  return podLevel(podSum(pod, { ofMain: limit, ofInit: limit }), pod.spec?.resources?.limits, gates);
}

/** Returns the sums. The amounts of the Pod itself replace those of its containers. */
function podLevel(sums: Amounts, own: AmountList | undefined, { hasPodLevel }: AmountGates): Amounts {
  return hasPodLevel ? new Map([...sums, ...amountsOf(own)]) : sums;
}

/** Returns the requests of a running container, or what its node has already given it if that is more. */
function resizableRequests(container: ReadContainer, { status }: ReadPod): Amounts {
  const requested = amountsOf(container.resources?.requests);
  const running = status?.containerStatuses?.find(({ name }) => name === container.name);
  if (!running) return requested;
  const present = amountsOf(running.allocatedResources);
  if (status?.resize === "Infeasible") return present;
  const most = new Map(requested);
  raiseAmounts(most, present);
  return most;
}
