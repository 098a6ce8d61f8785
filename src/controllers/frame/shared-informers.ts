/** One informer for each kind, however many controllers read it; it begins when the first of them asks. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { type Client, Informer } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { KindDeclaration } from "../../schema/index.ts";

export interface SharedInformersOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends all of them. */
  readonly signal: AbortSignal;
  /** @param resource that could not be read */
  readonly onError: (error: unknown, resource: string) => void;
}

export class SharedInformers {
  readonly #options: SharedInformersOptions;
  /** Of the objects of the declaration under which each is kept. */
  readonly #informers = new Map<KindDeclaration, unknown>();
  readonly #runs: Promise<void>[] = [];

  constructor(options: SharedInformersOptions) {
    this.#options = options;
  }

  /** Of all namespaces. */
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

  /** Resolves when all of them have ended, after the signal. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
  }
}
