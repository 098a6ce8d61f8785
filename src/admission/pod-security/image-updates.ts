/** Updates of Pods that can bring in other images. Other changes that the API allows do not concern the checks. */
import type { Pod } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";

interface Container {
  readonly name: string;
  readonly image?: string;
}

/** Whether an update adds a container, or changes the image of one. */
export function changesImages({ spec: next }: DeepReadonly<Pod>, { spec: old }: DeepReadonly<Pod>): boolean {
  return (
    changesListed(next?.containers, old?.containers) ||
    changesListed(next?.initContainers, old?.initContainers) ||
    changesNamed(next?.ephemeralContainers, old?.ephemeralContainers)
  );
}

function changesListed(next: readonly Container[] = [], old: readonly Container[] = []): boolean {
  return next.length !== old.length || next.some(({ image }, index) => image !== old[index]?.image);
}

function changesNamed(next: readonly Container[] = [], old: readonly Container[] = []): boolean {
  return next.some(({ name, image }) => {
    const previous = old.find((one) => one.name === name);
    return !previous || previous.image !== image;
  });
}
