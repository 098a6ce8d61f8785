/** Runs the official JavaScript client of Kubernetes against a test server in the vocabulary `kubernetes`. */
import { KubeConfig } from "@kubernetes/client-node";
import type { StartServerOptions } from "../../src/app/server.ts";
import { changeMap, createMap } from "./config-maps.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** A test server and the typed client's configuration for it. */
export interface TypedClientCluster extends TestServer {
  readonly config: KubeConfig;
}

/** Starts a test server for the typed client. */
export async function startTypedClientCluster(
  options: Pick<StartServerOptions, "engine"> = {},
): Promise<TypedClientCluster> {
  const running = await startTestServer({ vocabulary: "kubernetes", ...options });
  const config = new KubeConfig();
  config.loadFromString(running.server.kubeconfig);
  return { ...running, config };
}

/** Returns the error that a call throws. Throws if the call succeeds. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => {
      throw new Error(`the call succeeded: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/**
 * Writes a ConfigMap `large` and advances the clock until the server has dropped all earlier events of ConfigMaps in
 * `default`. The changes exceed the size of the cache's history, and the time exceeds that of the store's.
 */
export async function expireHistory({ client, clock }: TestServer): Promise<void> {
  await createMap(client, "large", { data: { large: "x".repeat(900_000) } });
  for (let index = 0; index < 20; index++) await changeMap(client, "large", { index: String(index) });
  await clock.advance(10 * 60_000);
}
