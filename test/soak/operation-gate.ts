/** Pauses all operations. */
import { deferred } from "../../src/base/deferred.ts";

/** Gate through which all operations run. */
export class OperationGate {
  readonly #underWay = new Set<Promise<void>>();
  #resumed: Promise<void> | undefined;

  /** Runs an operation. Waits first if operations are paused. */
  async run(operation: () => Promise<void>): Promise<void> {
    while (this.#resumed) await this.#resumed;
    const running = operation();
    this.#underWay.add(running);
    await running;
    this.#underWay.delete(running);
  }

  /** Stops new operations and resolves when none is in progress. Operations continue when the result is disposed of. */
  async pauseAll(): Promise<Disposable> {
    const { promise, resolve } = deferred();
    this.#resumed = promise;
    await Promise.all(this.#underWay);
    return {
      [Symbol.dispose]: () => {
        this.#resumed = undefined;
        resolve();
      },
    };
  }
}
