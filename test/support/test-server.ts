/**
 * Fixture of whole-server tests. The server runs in this process with TLS on a free port, a memory store and a clock
 * that the test advances.
 */

import type { RunningServer } from "../../src/app/server.ts";
import type { ManualClock } from "../../src/base/manual-clock.ts";
import { certificatesIn } from "./kubeconfig-certificates.ts";
import { type StoredServerOptions, startStoredServer } from "./stored-server.ts";
import { StoreClock } from "./test-store.ts";
import { WireClient } from "./wire-client.ts";

/** A running server and clients for it. */
export interface TestServer extends AsyncDisposable {
  readonly server: RunningServer<ManualClock>;
  readonly clock: ManualClock;
  /** Administrator's client. */
  readonly client: WireClient;
  /** TLS options of an administrator's client. */
  readonly credentials: { readonly ca: string; readonly cert: string; readonly key: string };
  /** Client without credentials. */
  readonly anonymous: WireClient;
  /** Returns another client of the administrator. */
  connect(options?: { readonly protocol?: "h1" | "h2" }): WireClient;
}

/**
 * Starts a server without controllers, unless the options name some. `protocol` is that of the clients; the default is
 * HTTP/1.1.
 */
export async function startTestServer(
  options: Omit<StoredServerOptions, "clock" | "port"> & { readonly protocol?: "h1" | "h2" } = {},
): Promise<TestServer> {
  // Without controllers, only the test writes objects. Tests of controllers enable those that they need.
  const { protocol = "h1", controllers = [], ...rest } = options;
  const clock = new StoreClock();
  const server = await startStoredServer({ ...rest, controllers, port: 0, clock });
  const { url, caCertificate: ca } = server;
  const credentials = { ca, ...certificatesIn(server.kubeconfig) };
  const connect: TestServer["connect"] = (options = {}) =>
    new WireClient({ url, ...credentials, protocol, ...options });
  const client = connect();
  const anonymous = new WireClient({ url, ca, protocol });
  return {
    server,
    clock,
    client,
    credentials,
    anonymous,
    connect,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await anonymous[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
