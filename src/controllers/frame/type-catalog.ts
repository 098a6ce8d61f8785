/** The types that the server serves. The catalog polls them every 30 seconds, like the reference. */
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import { type Client, type DiscoveredType, preferredTypes, type ServedTypes } from "../../client/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";

/** Options of the `TypeCatalog` constructor. */
export interface TypeCatalogOptions {
  readonly client: Pick<Client, "servedTypes">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Interval of the polls. */
const refreshMs = 30_000;
/** Delay after a failed poll. */
const retryMs = 1000;

/** Polls the server for its types. */
export class TypeCatalog {
  readonly #options: TypeCatalogOptions;
  readonly #listeners = new Set<() => void>();
  /** Replaced by another object when the types have changed. */
  #served: ServedTypes = { types: [], stale: [] };
  #polling: Promise<void> | undefined;

  constructor(options: TypeCatalogOptions) {
    this.#options = options;
  }

  /** Each type in the version that the server prefers. Empty until the first response. */
  get preferred(): readonly DiscoveredType[] {
    return preferredTypes(this.#served.types);
  }

  /** Group versions whose types are unknown, because their API server cannot be reached. */
  get stale(): readonly string[] {
    return this.#served.stale;
  }

  /** Calls `listener` whenever the served types have changed. Dispose the result to stop that. */
  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** Returns the type of a kind. Undefined if it was not served at the last poll. */
  ofKind(apiVersion: string, kind: string): DiscoveredType | undefined {
    const { group, version } = parseGroupVersion(apiVersion) ?? {};
    return this.#served.types.find((type) => type.group === group && type.version === version && type.kind === kind);
  }

  /**
   * Returns the types of a resource in a version. The resource is a plural or a singular. As in the reference, the empty group stands for
   * all groups.
   */
  ofResource(group: string, version: string, resource: string): readonly DiscoveredType[] {
    const name = resource.toLowerCase();
    return this.#served.types.filter((type) => {
      const isInVersion = type.version === version && (group === "" || type.group === group);
      return isInVersion && (type.plural === name || type.names?.singular === name);
    });
  }

  /** Polls the server now. Concurrent calls share one request. @throws the error of the request */
  async refresh(signal: AbortSignal): Promise<void> {
    this.#polling ??= this.#poll(signal).finally(() => {
      this.#polling = undefined;
    });
    await this.#polling;
  }

  /** Polls the server until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, onError } = this.#options;
    while (!signal.aborted) {
      let waitMs = refreshMs;
      try {
        await this.refresh(signal);
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        waitMs = retryMs;
      }
      await sleepOrAbort(clock, waitMs, signal);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const served = await this.#options.client.servedTypes({ signal });
    if (served === this.#served) return;
    this.#served = served;
    for (const listener of this.#listeners) listener();
  }
}
