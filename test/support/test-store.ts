/**
 * The store of test servers whose tests do not choose one. The variable `ORCH_TEST_STORE` selects it:
 *
 * - `memory` (default): servers in the test's process keep their objects in memory, and servers with their own process
 *   have one process with an LMDB store.
 * - `shared`: servers run as with several processes. Those in the test's process follow an LMDB store, and those with
 *   their own process have two workers.
 * - `etcd`: all servers keep their objects in etcd.
 *
 * A test that needs a certain store says so with `engine: "memory"`, `openMemoryEngine()`, `--storage` or `--workers`,
 * and with the reason.
 */
import { ManualClock } from "../../src/app/server.ts";
import { systemRandom } from "../../src/base/random.ts";
import { type Engine, openMemoryEngine } from "../../src/storage/index.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import { connectEtcd } from "../../src/storage/testing/etcd-client.ts";
import { EtcdCluster } from "../../src/storage/testing/etcd-process.ts";
import { openFollowedStore } from "../../src/storage/testing/followed-store.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

/** The stores that `ORCH_TEST_STORE` can name. */
export const testStoreNames = ["memory", "shared", "etcd"] as const;
type TestStoreName = (typeof testStoreNames)[number];

/** Returns the store that the environment selects. Default: memory. */
export function selectedTestStore(): TestStoreName {
  const selected = process.env["ORCH_TEST_STORE"] ?? "memory";
  const name = testStoreNames.find((one) => one === selected);
  if (name === undefined)
    throw new Error(`ORCH_TEST_STORE is ${selected}, and must be one of ${testStoreNames.join(", ")}`);
  return name;
}

/**
 * Opens an empty store of the selected type for a server in this process. Disposing the engine closes the store and
 * removes its data.
 */
export async function openTestEngine(vocabulary = "orch"): Promise<Engine> {
  if (selectedTestStore() === "memory") return openMemoryEngine();
  const store = new KeptStore();
  return withCleanup(await store.open(vocabulary), () => store[Symbol.asyncDispose]());
}

/** Returns the flags that put a server with its own process on the selected store. */
export function storeFlags(args: readonly string[]): readonly string[] {
  const isServer = args[0] === "up" || args[0] === "apiserver";
  if (!isServer) return [];
  switch (selectedTestStore()) {
    case "memory":
      return [];
    case "shared":
      return args.some((arg) => /^--workers(-max)?=/.test(arg) || arg === "--storage=memory") ? [] : ["--workers=2"];
    case "etcd":
      return args.some((arg) => /^--(storage|etcd-servers)=/.test(arg)) ? [] : etcdFlags(args);
  }
}

/** A store that outlives the servers that use it, one after the other. By default, it is on disk. */
export class KeptStore implements AsyncDisposable {
  readonly #folder = new TemporaryDirectory();
  #etcd: EtcdStore | undefined;

  /** Opens the store as a starting server does. The caller closes the engine. */
  async open(vocabulary = "orch"): Promise<Engine> {
    const { path } = this.#folder;
    switch (selectedTestStore()) {
      case "memory":
        return await openLmdbEngine({ path, identity: { vocabulary } });
      case "shared":
        return trackCalls(await openFollowedStore(path, { vocabulary }));
      case "etcd":
        this.#etcd ??= await EtcdStore.create();
        return trackCalls(await this.#etcd.connect());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#etcd?.[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

/** Tests of large objects need more than the 1.5 MiB that etcd accepts by default. */
const etcdOptions = { flags: [`--max-request-bytes=${16 * 1024 * 1024}`] };

/** Clusters that were started by this process and that no engine uses. */
const idleClusters: EtcdCluster[] = [];
let storeCount = 0;

/**
 * The keys of one test in an etcd. No other test uses this etcd at the same time, because the clocks of tests differ, and
 * a compaction affects all keys of an etcd.
 */
class EtcdStore implements AsyncDisposable {
  readonly #cluster: EtcdCluster;
  readonly #root = `test-${++storeCount}`;

  private constructor(cluster: EtcdCluster) {
    this.#cluster = cluster;
  }

  static async create(): Promise<EtcdStore> {
    return new EtcdStore(idleClusters.pop() ?? (await EtcdCluster.start(etcdOptions)));
  }

  async connect(root = this.#root): Promise<Engine> {
    return await connectEtcd({ servers: this.#cluster.urls, root, random: systemRandom });
  }

  /** Deletes the key that elects the compacting server, so that the next server starts as with a new etcd. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using engine = await this.connect("");
    const election = await engine.get("compact_rev_key");
    if (election) await engine.delete(election.key, election.revision);
    idleClusters.push(this.#cluster);
  }
}

/** The etcd of all servers with their own process that this process starts. They have different prefixes. */
let clusterOfProcesses: EtcdCluster | undefined;

/** Starts the etcd of servers with their own process if they need one. Must be called before they are started. */
export async function prepareTestStore(): Promise<void> {
  if (selectedTestStore() === "etcd") clusterOfProcesses ??= await EtcdCluster.start(etcdOptions);
}

/** Returns flags for a server in etcd. Servers with the same data directory have the same prefix. */
function etcdFlags(args: readonly string[]): readonly string[] {
  if (!clusterOfProcesses) throw new Error("prepareTestStore() was not called before a server was started");
  const prefixed = args.some((arg) => arg.startsWith("--etcd-prefix"));
  const dataDir = /--data-dir[= ](\S+)/.exec(args.join(" "))?.[1] ?? ".orch";
  return [
    `--etcd-servers=${clusterOfProcesses.urls.join(",")}`,
    ...(prefixed ? [] : [`--etcd-prefix=/test${dataDir}`]),
  ];
}

/** Calls of all test engines that have not ended yet. */
const callsInProgress = new Set<Promise<void>>();
const trackedCalls = ["get", "range", "put", "delete", "commit", "compact", "takeCompactionTurn", "progress"] as const;

/** Makes the calls of an engine known to `StoreClock`, and returns the engine. */
function trackCalls(engine: Engine): Engine {
  for (const name of trackedCalls) {
    const call = engine[name]?.bind(engine) as ((...args: readonly unknown[]) => Promise<unknown>) | undefined;
    if (!call) continue;
    const tracked = (...args: readonly unknown[]): Promise<unknown> => {
      const running = call(...args);
      const ended: Promise<void> = Promise.allSettled([running]).then(() => void callsInProgress.delete(ended));
      callsInProgress.add(ended);
      return running;
    };
    Object.assign(engine, { [name]: tracked });
  }
  return engine;
}

/**
 * A manual clock for servers on the selected store. Before each callback, it waits for the calls of the store that
 * earlier callbacks have started. So `advance()` has the same effects with every store: a store in memory responds at
 * once, and the others take a moment.
 */
export class StoreClock extends ManualClock {
  protected override async settle(): Promise<void> {
    await super.settle();
    while (callsInProgress.size > 0) {
      await Promise.all(callsInProgress);
      await super.settle();
    }
  }
}

/** Adds steps to the disposal of an engine. They run once, after the engine has closed. */
function withCleanup(engine: Engine, cleanUp: () => Promise<void>): Engine {
  const close = engine[Symbol.asyncDispose].bind(engine);
  const closeAndCleanUp = async (): Promise<void> => {
    await close();
    await cleanUp();
  };
  let closing: Promise<void> | undefined;
  engine[Symbol.asyncDispose] = async () => {
    closing ??= closeAndCleanUp();
    await closing;
  };
  return engine;
}
