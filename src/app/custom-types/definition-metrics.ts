/** Metrics of changed definitions, with the reference's names and descriptions. */

import type { CustomResourceDefinition } from "../../api/index.ts";
import { Counter, type MetricDefinition, type MetricRegistry } from "../../base/metrics.ts";

/** How a definition changed the documents. */
export type ChangeReason = "add" | "remove" | "update";

// Every process of a server follows all definitions, so each has the values of the server.
const v2Changes: MetricDefinition<"crd" | "reason"> = {
  name: "apiextensions_openapi_v2_regeneration_count",
  help: "Counter of OpenAPI v2 spec regeneration count broken down by causing CRD name and reason.",
  stability: "ALPHA",
  labels: ["crd", "reason"],
  combine: "first",
};

const v3Changes: MetricDefinition<"crd" | "group" | "reason" | "version"> = {
  name: "apiextensions_openapi_v3_regeneration_count",
  help: "Counter of OpenAPI v3 spec regeneration count broken down by group, version, causing CRD and reason.",
  stability: "ALPHA",
  labels: ["crd", "group", "reason", "version"],
  combine: "first",
};

/** Counts how often definitions made OpenAPI documents outdated. The documents are rendered again with their next request. */
export class DefinitionMetrics {
  readonly #v2: Counter;
  readonly #v3: Counter;

  constructor(registry: MetricRegistry) {
    this.#v2 = registry.add(new Counter(v2Changes));
    this.#v3 = registry.add(new Counter(v3Changes));
  }

  /** @param versions the served versions */
  count({ metadata, spec }: CustomResourceDefinition, versions: readonly string[], reason: ChangeReason): void {
    const name = metadata.name ?? "";
    this.#v2.add([name, reason]);
    for (const version of versions) this.#v3.add([name, spec.group, reason, version]);
  }
}
