/** Requests and limits that containers without them get from a LimitRange. */
import type { LimitRange } from "../../../../api/core/v1/limit-range.ts";
import type { Container, PodSpec } from "../../../../api/index.ts";
import { compareText } from "../../../../base/compare-text.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { fairTurns } from "../../../../base/fair-turns.ts";
import { setOwn } from "../../../../base/own-property.ts";
import { mainContainers } from "../../../../kinds/index.ts";

type Amounts = ReadonlyMap<string, string>;

/** The defaults of containers. */
interface Defaults {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Largest total length of the names that one LimitRange adds to a Pod. A larger Pod could not be stored. */
const addedCharactersMax = 2 ** 21;

/**
 * Adds the defaults of a LimitRange to the containers of a Pod.
 * @returns for each change, the resources and the container. `undefined` if the Pod would become too large to be stored
 */
export async function addDefaultResources(
  spec: PodSpec,
  limitRange: DeepReadonly<LimitRange>,
): Promise<readonly string[] | undefined> {
  const defaults = defaultsOf(limitRange);
  const containers = mainContainers(spec);
  const { initContainers = [] } = spec;
  const perContainer = [...defaults.requests.keys(), ...defaults.limits.keys()].join("").length;
  if (perContainer * (containers.length + initContainers.length) > addedCharactersMax) return undefined;
  const changes: string[] = [];
  for (const [title, list] of [["container", containers] as const, ["init container", initContainers] as const]) {
    for (const container of list) {
      if (fairTurns.isOver) await fairTurns.next();
      const { requests, limits } = addToContainer(container, defaults);
      if (requests.length > 0) changes.push(`${requests.join(", ")} request for ${title} ${container.name}`);
      if (limits.length > 0) changes.push(`${limits.join(", ")} limit for ${title} ${container.name}`);
    }
  }
  return changes;
}

function defaultsOf({ spec }: DeepReadonly<LimitRange>): Defaults {
  const items = (spec?.limits ?? []).filter(({ type }) => type === "Container");
  return {
    requests: new Map(items.flatMap(({ defaultRequest }) => Object.entries(defaultRequest ?? {}))),
    limits: new Map(items.flatMap((item) => Object.entries(item.default ?? {}))),
  };
}

/** The names of the resources that were added. */
interface AddedNames {
  readonly requests: readonly string[];
  readonly limits: readonly string[];
}

function addToContainer(container: Container, { requests, limits }: Defaults): AddedNames {
  const resources = container.resources ?? {};
  const missing = (list: object | undefined, defaults: Amounts): readonly (readonly [string, string])[] =>
    [...defaults].filter(([name]) => !Object.hasOwn(list ?? {}, name));
  const newLimits = missing(resources.limits, limits);
  const newRequests = missing(resources.requests, requests);
  if (newLimits.length > 0) resources.limits = withEntries(resources.limits, newLimits);
  if (newRequests.length > 0) resources.requests = withEntries(resources.requests, newRequests);
  if (newLimits.length > 0 || newRequests.length > 0) container.resources = resources;
  return { requests: sortedNames(newRequests), limits: sortedNames(newLimits) };
}

function withEntries(
  list: Readonly<Record<string, string>> | undefined,
  entries: readonly (readonly [string, string])[],
): Record<string, string> {
  const all = { ...list };
  for (const [name, amount] of entries) setOwn(all, name, amount);
  return all;
}

function sortedNames(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.map(([name]) => name).sort(compareText);
}
