/** The typed client that other products' applications are written with, against a whole server in that vocabulary. */
import { KubeConfig } from "@kubernetes/client-node";
import { changeMap, createMap } from "./config-maps.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export interface TypedClientCluster extends TestServer {
  readonly config: KubeConfig;
}

export async function startForTypedClient(): Promise<TypedClientCluster> {
  const running = await startTestServer({ vocabulary: "kubernetes" });
  const config = new KubeConfig();
  config.loadFromString(running.server.kubeconfig);
  return { ...running, config };
}

/** What a call that must fail has thrown. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => {
      throw new Error(`the call succeeded: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/**
 * Makes the server forget what happened to ConfigMaps of `default` so far: they change by more than it remembers of one
 * collection, and enough time passes for its store to forget too. Leaves a ConfigMap `large` behind.
 */
export async function forgetHistory({ client, clock }: TestServer): Promise<void> {
  await createMap(client, "large", { data: { large: "x".repeat(900_000) } });
  for (let index = 0; index < 20; index++) await changeMap(client, "large", { index: String(index) });
  await clock.advance(10 * 60_000);
}
