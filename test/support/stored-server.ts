/** Starts servers in the test's process on the store that `ORCH_TEST_STORE` selects. */
import { type RunningServer, type StartServerOptions, startServer } from "../../src/app/server.ts";
import type { Clock } from "../../src/base/clock.ts";
import { openTestEngine, selectedTestStore } from "./test-store.ts";

/** Starts a server. Unless the options choose an engine, it uses the selected store, which is removed with the server. */
export async function startStoredServer<C extends Clock = Clock>(
  options: StartServerOptions & { readonly clock?: C } = {},
): Promise<RunningServer<C>> {
  // Servers open a store in memory themselves. Only such a store supports snapshots.
  if (options.engine !== undefined || selectedTestStore() === "memory") return await startServer(options);
  const engine = await openTestEngine(options.vocabulary);
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
