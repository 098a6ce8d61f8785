/** The types that the server serves, as they come and go: asked for again every half minute, as the reference does. */
import { type Clock, sleepOrAbort } from "../../base/clock.ts";
import { type Client, type DiscoveredType, preferredTypes, type ServedTypes } from "../../client/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";

export interface TypeCatalogOptions {
  readonly client: Pick<Client, "servedTypes">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** How often the server is asked. */
const refreshMs = 30_000;
/** After a failure. */
const retryMs = 1000;

export class TypeCatalog {
  readonly #options: TypeCatalogOptions;
  readonly #listeners = new Set<() => void>();
  /** Another object whenever it is not what it was. */
  #served: ServedTypes = { types: [], stale: [] };
  #asking: Promise<void> | undefined;

  constructor(options: TypeCatalogOptions) {
    this.#options = options;
  }

  /** Each type in the version that the server prefers. Empty until the server has answered once. */
  get preferred(): readonly DiscoveredType[] {
    return preferredTypes(this.#served.types);
  }

  /** Group versions of which nothing certain is known. */
  get stale(): readonly string[] {
    return this.#served.stale;
  }

  /** Calls back whenever other types are served than before. Disposing ends it. */
  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** The type of objects of that kind; undefined when it is not served, as far as is known. */
  ofKind(apiVersion: string, kind: string): DiscoveredType | undefined {
    const { group, version } = parseGroupVersion(apiVersion) ?? {};
    return this.#served.types.find((type) => type.group === group && type.version === version && type.kind === kind);
  }

  /** Asks the server now; calls at once share one answer. @throws what the server refuses */
  async refresh(signal: AbortSignal): Promise<void> {
    this.#asking ??= this.#ask(signal).finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  /** Asks again and again until the signal is aborted. */
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

  async #ask(signal: AbortSignal): Promise<void> {
    const served = await this.#options.client.servedTypes({ signal });
    if (served === this.#served) return;
    this.#served = served;
    for (const listener of this.#listeners) listener();
  }
}
