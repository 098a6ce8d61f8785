/** Access to the containers of a Pod. */
import type { Container, EphemeralContainer, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { mainContainers } from "../../../usage/index.ts";

export { isRestartable, mainContainers } from "../../../usage/index.ts";

/** Fields of a Pod's spec that hold containers. */
export const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

/** A container with its path. */
export interface PlacedContainer<T = Container | EphemeralContainer> {
  readonly container: T;
  /** Path from the Pod's spec: `initContainers[0]`. */
  readonly part: string;
}

/** Returns all containers, in the order in which they start. */
export function placedContainers(spec: PodSpec): readonly PlacedContainer[];
export function placedContainers(
  spec: DeepReadonly<PodSpec>,
): readonly PlacedContainer<DeepReadonly<Container | EphemeralContainer>>[];
export function placedContainers(
  spec: DeepReadonly<PodSpec>,
): readonly PlacedContainer<DeepReadonly<Container | EphemeralContainer>>[] {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  return [
    ...initContainers.map((container, index) => ({ container, part: `initContainers[${index}]` })),
    ...mainContainers(spec).map((container, index) => ({ container, part: `containers[${index}]` })),
    ...ephemeralContainers.map((container, index) => ({ container, part: `ephemeralContainers[${index}]` })),
  ];
}
