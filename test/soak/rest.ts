/** Pauses all operations. */
import { deferred } from "../../src/base/deferred.ts";

/** Gate through which all operations run. */
export class Rest {
  readonly #underWay = new Set<Promise<void>>();
  #over: Promise<void> | undefined;

  /** Runs an operation. Waits first if operations are paused. */
  async during(operation: () => Promise<void>): Promise<void> {
    while (this.#over) await this.#over;
    const running = operation();
    this.#underWay.add(running);
    await running;
    this.#underWay.delete(running);
  }

  /** Stops new operations and resolves when none is in progress. Operations continue when the result is disposed of. */
  async begin(): Promise<Disposable> {
    const { promise, resolve } = deferred();
    this.#over = promise;
    await Promise.all(this.#underWay);
    return {
      [Symbol.dispose]: () => {
        this.#over = undefined;
        resolve();
      },
    };
  }
}
