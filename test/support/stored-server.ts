/** Starts servers in the test's process on the store that `ORCH_TEST_STORE` selects. */
import { type RunningServer, type StartServerOptions, startServer } from "../../src/app/server.ts";
import type { Clock } from "../../src/base/clock.ts";
import { type KeptStore, openTestEngine, selectedTestStore } from "./test-store.ts";

/** Options of a server, and its store. */
export interface StoredServerOptions extends StartServerOptions {
  /** The store, which remains after the server. Default: an empty store that is removed with the server. */
  readonly store?: KeptStore;
  /** The admission plugins. `plain`, the default: without those that change objects. `usual`: those of a server. */
  readonly admissionPlugins?: "plain" | "usual";
}

/** Plugins that change objects, or reject Pods without a service account. Tests about other parts do not expect them. */
const changingPlugins = [
  "LimitRanger",
  "ServiceAccount",
  "TaintNodesByCondition",
  "Priority",
  "DefaultTolerationSeconds",
  "DefaultStorageClass",
  "StorageObjectInUseProtection",
  "RuntimeClass",
  "DefaultIngressClass",
];

/** Starts a server. Unless the options choose an engine or a store, it uses an empty store of the selected type. */
export async function startStoredServer<C extends Clock = Clock>({
  store,
  admissionPlugins = "plain",
  flags = [],
  ...others
}: StoredServerOptions & { readonly clock?: C } = {}): Promise<RunningServer<C>> {
  const plain = [`--disable-admission-plugins=${changingPlugins.join(",")}`];
  const options = { ...others, flags: admissionPlugins === "plain" ? [...plain, ...flags] : flags };
  // Servers open a store in memory themselves. Only such a store supports snapshots.
  const isOpenedByServer = options.engine !== undefined || (!store && selectedTestStore() === "memory");
  if (isOpenedByServer) return await startServer(options);
  const engine = await (store?.open(options.vocabulary) ?? openTestEngine(options.vocabulary));
  try {
    const server = await startServer({ ...options, engine });
    const close = async (): Promise<void> => {
      await server.close();
      await engine[Symbol.asyncDispose]();
    };
    return { ...server, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}
