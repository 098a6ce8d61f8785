/** Moments in which no operation is begun, and none is under way. */
import { deferred } from "../../src/base/deferred.ts";

export class Rest {
  readonly #underWay = new Set<Promise<void>>();
  #over: Promise<void> | undefined;

  /** Runs an operation, once nobody rests. */
  async during(operation: () => Promise<void>): Promise<void> {
    while (this.#over) await this.#over;
    const running = operation();
    this.#underWay.add(running);
    await running;
    this.#underWay.delete(running);
  }

  /** Waits for what is under way. Operations go on when the result is disposed. */
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
