/** The metrics of a cluster, and what polls the size of its store. */
import { ServerMetrics, type StoredResources } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import { processFigures } from "../machine/process-figures.ts";
import { logDeprecatedMetrics } from "../metrics/index.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import type { ClusterRegistry } from "./cluster-registry.ts";
import { StoreSize } from "./store-size.ts";

/** Returns what polls the size of the store. Undefined if the engine does not report it, or another process polls it. */
export function createStoreSize({
  engine,
  storage: { sizePollMs: intervalMs },
  clock,
  logger,
  hasUpkeep = true,
}: ClusterOptions): StoreSize | undefined {
  const readBytes = engine.storedBytes?.bind(engine);
  if (!hasUpkeep || !readBytes || !Number.isFinite(intervalMs)) return undefined;
  return new StoreSize({ readBytes, intervalMs, clock, logger });
}

/** Returns the metrics, which show the objects in memory and those that cannot be read. */
export function createMetrics(
  options: ClusterOptions,
  registry: ClusterRegistry,
  storeSize: StoreSize | undefined,
): ServerMetrics {
  const { engine, logger, storeBytes = () => undefined, hasUpkeep = true } = options;
  const metrics = new ServerMetrics(processFigures, {
    ...options.metrics,
    ...(hasUpkeep ? { onDeprecated: logDeprecatedMetrics(logger) } : {}),
  });
  metrics.showDamagedObjects(() => damagedKeys(engine, registry));
  metrics.showStorage({
    objectCounts: () => objectCounts(registry.resources),
    bytes: () => storeSize?.bytes ?? storeBytes(),
  });
  return metrics;
}

/** Returns the keys of stored objects that cannot be read: those found at the start, and those found by later reads. */
export function damagedKeys(engine: Engine, { caches }: ClusterRegistry): ReadonlySet<string> {
  const foundByCaches = caches.flatMap((cache) => cache.unreadableKeys());
  return new Set([...engine.damagedKeys().keys(), ...foundByCaches]);
}

/** Yields the number of objects in memory for each resource, by its name in metrics: `pods`, `deployments.apps`. */
function* objectCounts(resources: StoredResources): Generator<readonly [string, number]> {
  for (const { kind, cache } of resources.values()) {
    const count = cache.objectCount;
    if (count !== undefined) yield [kind.group === "" ? kind.resource : `${kind.resource}.${kind.group}`, count];
  }
}
