/** The types whose objects quotas count, by the names in quotas. */
import type { DiscoveredType } from "../../client/index.ts";
import type { UsageMeasures } from "../../usage/index.ts";
import type { TypeCatalog } from "../frame/index.ts";

/** Finds the types that names such as `count/deployments.apps` stand for. */
export class CountedTypes implements Disposable {
  readonly #measures: UsageMeasures;
  readonly #types: TypeCatalog;
  readonly #registration: Disposable;
  #byName: ReadonlyMap<string, DiscoveredType> | undefined;

  constructor(measures: UsageMeasures, types: TypeCatalog) {
    this.#measures = measures;
    this.#types = types;
    this.#registration = types.onChange(() => {
      this.#byName = undefined;
    });
  }

  [Symbol.dispose](): void {
    this.#registration[Symbol.dispose]();
  }

  /** Returns the type whose objects the name counts. Undefined if it is not served. */
  find(name: string): DiscoveredType | undefined {
    this.#byName ??= new Map(
      this.#types.preferred.flatMap((type) =>
        type.namespaced
          ? this.#measures.countNames({ group: type.group, resource: type.plural }).map((one) => [one, type] as const)
          : [],
      ),
    );
    return this.#byName.get(name);
  }
}
