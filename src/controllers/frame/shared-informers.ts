/** Shares one informer per kind between all controllers. It starts when the first controller requests it. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type Client, Informer } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";

/** Options of the `SharedInformers` constructor. */
export interface SharedInformersOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends all informers. */
  readonly signal: AbortSignal;
  /** Receives the errors of an informer. @param resource the type that could not be read */
  readonly onError: (error: unknown, resource: string) => void;
}

/** Creates and runs the shared informers. */
export class SharedInformers {
  readonly #options: SharedInformersOptions;
  /** The informer of each declaration. Its objects are of the declaration's kind. */
  readonly #informers = new Map<KindDeclaration, unknown>();
  readonly #runs: Promise<void>[] = [];

  constructor(options: SharedInformersOptions) {
    this.#options = options;
  }

  /** Returns the informer of a kind, for all namespaces. */
  of<T extends ApiObject>(declaration: KindDeclaration<T>): Informer<T> {
    const known = this.#informers.get(declaration);
    if (known) return known as Informer<T>;
    const { client, clock, random, signal } = this.#options;
    const onError = (error: unknown): void => this.#options.onError(error, declaration.plural);
    const informer = new Informer(client.api(declaration), { clock, random, onError });
    this.#informers.set(declaration, informer);
    this.#runs.push(informer.run(signal));
    return informer;
  }

  /** Resolves when all informers have ended, after the signal was aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }
}
