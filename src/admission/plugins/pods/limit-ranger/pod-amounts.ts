/** The resources of a whole Pod. */
import type { Container, Pod } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { isRestartable, mainContainers } from "../../../../kinds/index.ts";
import { parseQuantity, type Quantity } from "../../../../meta/quantity.ts";

/** Amounts by resource name. */
export type Amounts = ReadonlyMap<string, Quantity>;

type ResourceList = Readonly<Record<string, string>>;
type ReadPod = DeepReadonly<Pod>;
type ReadContainer = DeepReadonly<Container>;

/** Feature gates that change the sums. */
export interface AmountGates {
  /** Whether running containers can change their resources. */
  readonly isResizable: boolean;
  /** Whether Pods have resources besides those of their containers. */
  readonly hasPodLevel: boolean;
}

/** Returns the amounts in a list of a container. */
export function amountsOf(list: ResourceList | undefined): Amounts {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(text)]));
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

/** Amounts of main containers, and of init containers. */
interface ContainerAmounts {
  readonly ofMain: (container: ReadContainer) => Amounts;
  readonly ofInit: (container: ReadContainer) => Amounts;
}

/**
 * Returns the most that the containers of a Pod need at the same time. The main containers run together with the restartable
 * init containers. Each other init container runs together with the restartable ones before it.
 */
function podSum({ spec }: ReadPod, { ofMain, ofInit }: ContainerAmounts): Amounts {
  const together = new Map<string, Quantity>();
  const restartable = new Map<string, Quantity>();
  const starting = new Map<string, Quantity>();
  for (const container of mainContainers(spec)) add(together, ofMain(container));
  for (const container of spec?.initContainers ?? []) {
    const amounts = ofInit(container);
    if (isRestartable(container)) {
      add(together, amounts);
      add(restartable, amounts);
      raise(starting, restartable);
    } else {
      const atStart = new Map(amounts);
      add(atStart, restartable);
      raise(starting, atStart);
    }
  }
  raise(together, starting);
  return together;
}

/** Returns the sums. The amounts of the Pod itself replace those of its containers. */
function podLevel(sums: Amounts, own: ResourceList | undefined, { hasPodLevel }: AmountGates): Amounts {
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
  raise(most, present);
  return most;
}

function add(sums: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) sums.set(name, sums.get(name)?.add(amount) ?? amount);
}

/** Sets each amount to the greater one of the two. */
function raise(sums: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const present = sums.get(name);
    if (!present || amount.compare(present) > 0) sums.set(name, amount);
  }
}
