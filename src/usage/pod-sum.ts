/** The amounts that the containers of a Pod need at the same time. */
import type { Container, Pod } from "../api/index.ts";
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { Quantity } from "../meta/quantity.ts";
import { type Amounts, addAmounts, raiseAmounts } from "./amounts.ts";
import { isRestartable, mainContainers } from "./pod-containers.ts";

type ReadContainer = DeepReadonly<Container>;

/** Amounts of main containers, and of init containers. */
export interface ContainerAmounts {
  readonly ofMain: (container: ReadContainer) => Amounts;
  readonly ofInit: (container: ReadContainer) => Amounts;
}

/**
 * Returns the most that the containers of a Pod need at the same time. The main containers run together with the restartable
 * init containers. Each other init container runs together with the restartable ones before it.
 */
export function podSum({ spec }: DeepReadonly<Pod>, { ofMain, ofInit }: ContainerAmounts): Map<string, Quantity> {
  const together = new Map<string, Quantity>();
  const restartable = new Map<string, Quantity>();
  const starting = new Map<string, Quantity>();
  for (const container of mainContainers(spec)) addAmounts(together, ofMain(container));
  for (const container of spec?.initContainers ?? []) {
    const amounts = ofInit(container);
    if (isRestartable(container)) {
      addAmounts(together, amounts);
      addAmounts(restartable, amounts);
      raiseAmounts(starting, restartable);
    } else {
      const atStart = new Map(amounts);
      addAmounts(atStart, restartable);
      raiseAmounts(starting, atStart);
    }
  }
  raiseAmounts(together, starting);
  return together;
}
