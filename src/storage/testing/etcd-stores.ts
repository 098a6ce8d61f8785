/** Opens empty stores in one etcd cluster. Each has its own keys, and counts revisions from its start. */
import { systemClock } from "../../base/clock.ts";
import { silentLogger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import { EtcdEngine } from "../etcd/index.ts";
import type { EngineSubject, EngineTestOptions, EngineTraits } from "./engine-under-test.ts";
import { EtcdCluster, type EtcdClusterOptions } from "./etcd-process.ts";
import { RelativeEngine } from "./relative-engine.ts";

/** The traits of the etcd engine. */
export const etcdTraits: EngineTraits = {
  ordersWrites: false,
  sharesRevisions: true,
  isLocal: false,
  hasOwnQueue: false,
};

/** The stores of one cluster, which is started with the first store. */
export class EtcdStores implements AsyncDisposable {
  readonly #options: EtcdClusterOptions;
  #cluster: Promise<EtcdCluster> | undefined;
  #count = 0;

  constructor(options: EtcdClusterOptions = {}) {
    this.#options = options;
  }

  async open({ valueBytesMax }: EngineTestOptions): Promise<EngineSubject> {
    this.#cluster ??= EtcdCluster.start(this.#options);
    const { urls } = await this.#cluster;
    const root = `test-${++this.#count}`;
    const openHere = async (): Promise<EtcdEngine> => {
      const engine = new EtcdEngine({
        servers: urls,
        root,
        clock: systemClock,
        random: systemRandom,
        logger: silentLogger,
        ...(valueBytesMax === undefined ? {} : { valueBytesMax }),
      });
      await engine.connect();
      return engine;
    };
    const first = await openHere();
    // A new store of etcd has revision 1. The tests expect that the history before the first write is compacted.
    const base = await first.delete("/first", await first.put("/first", Buffer.from("x"), 0));
    await first.compact(base);
    let engine = new RelativeEngine(first, base);
    return {
      engine,
      reopen: async () => {
        await engine[Symbol.asyncDispose]();
        engine = new RelativeEngine(await openHere(), base);
        return engine;
      },
      dispose: () => engine[Symbol.asyncDispose](),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#cluster)?.[Symbol.asyncDispose]();
  }
}
