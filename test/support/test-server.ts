/**
 * The fixture of whole-server tests: the real server in this process, with real TLS on a free port, a memory store and a
 * clock that the test moves.
 */

import { type RunningServer, type StartServerOptions, startServer } from "../../src/app/server.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { certificatesIn } from "./kubeconfig-certificates.ts";
import { WireClient } from "./wire-client.ts";

export interface TestServer extends AsyncDisposable {
  readonly server: RunningServer<ManualClock>;
  readonly clock: ManualClock;
  /** An administrator's client. */
  readonly client: WireClient;
  /** What a TLS client of the administrator needs. */
  readonly credentials: { readonly ca: string; readonly cert: string; readonly key: string };
  /** A client without credentials. */
  readonly anonymous: WireClient;
  /** Another client of the administrator. */
  connect(options?: { readonly protocol?: "h1" | "h2" }): WireClient;
}

/** @param options.protocol of the clients; default HTTP/1.1 */
export async function startTestServer(
  options: Omit<StartServerOptions, "clock" | "port"> & { readonly protocol?: "h1" | "h2" } = {},
): Promise<TestServer> {
  // What a test counts, nobody else must have written: tests of controllers order them.
  const { protocol = "h1", controllers = [], ...rest } = options;
  const clock = new ManualClock();
  const server = await startServer({ ...rest, controllers, port: 0, clock });
  const { url, caCertificate: ca } = server;
  const credentials = { ca, ...certificatesIn(server.kubeconfig) };
  const connect: TestServer["connect"] = (wish = {}) => new WireClient({ url, ...credentials, protocol, ...wish });
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
