/** The containers of a Pod. */
import type { Container, EphemeralContainer, PodSpec } from "../../../api/index.ts";

/** True for an init container that keeps running next to the others. */
export function isRestartable({ restartPolicy }: Container): boolean {
  return restartPolicy === "Always";
}

/** The list that every Pod must have, as long as nobody has checked that it is there. */
export function mainContainers(spec: PodSpec | undefined): readonly Container[] {
  return (spec?.containers as Container[] | null | undefined) ?? [];
}

/** The lists of a Pod's spec that hold containers. */
export const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

export interface PlacedContainer {
  readonly container: Container | EphemeralContainer;
  /** Below the Pod's spec: `initContainers[0]`. */
  readonly part: string;
}

/** All containers, in the order in which they start. */
export function placedContainers(spec: PodSpec): readonly PlacedContainer[] {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  return [
    ...initContainers.map((container, index) => ({ container, part: `initContainers[${index}]` })),
    ...mainContainers(spec).map((container, index) => ({ container, part: `containers[${index}]` })),
    ...ephemeralContainers.map((container, index) => ({ container, part: `ephemeralContainers[${index}]` })),
  ];
}
