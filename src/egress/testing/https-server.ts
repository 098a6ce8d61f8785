/** TLS servers for tests of outbound requests: ordinary ones, and ones that send arbitrary bytes. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTlsServer, type Server, type TLSSocket } from "node:tls";
import type { ClientAuthority } from "../../../test/support/client-authority.ts";
import type { Validity } from "../../app/pki/validity.ts";

/** A running TLS server on 127.0.0.1. */
export interface TestServer extends AsyncDisposable {
  readonly url: URL;
  readonly port: number;
  /** Number of handshakes that were completed so far. */
  connectionCount(): number;
  /** Number of connections that are open. */
  openCount(): number;
  /** Resets all open connections. */
  reset(): void;
}

/** Options of the server's certificate and of its handshake. */
export interface TestServerOptions extends ServerOptions {
  /** Names and addresses in the certificate. Default: 127.0.0.1 and localhost. */
  readonly hosts?: readonly string[];
  readonly validity?: Validity;
  /** Default: `serverAuth`. */
  readonly usage?: "serverAuth" | "clientAuth";
}

/** Starts a server that passes each request to `respond`. */
export async function startHttps(
  authority: ClientAuthority,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  options: TestServerOptions = {},
): Promise<TestServer> {
  return await listen(createHttpsServer({ ...(await certificateOf(authority, options)), ...options }, respond));
}

/** Starts a server that passes each connection to `onConnection` after the handshake. */
export async function startTls(
  authority: ClientAuthority,
  onConnection: (socket: TLSSocket) => void,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const server = createTlsServer({ ...(await certificateOf(authority, options)), ...options }, (socket) => {
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  return await listen(server);
}

async function certificateOf(
  authority: ClientAuthority,
  { hosts = ["127.0.0.1", "localhost"], validity, usage = "serverAuth" }: TestServerOptions,
): Promise<{ cert: string; key: string }> {
  return await authority.issue({ name: "webhook", usage, hosts, ...(validity ? { validity } : {}) });
}

async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let open = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", (socket: TLSSocket) => {
    connections++;
    open++;
    socket.once("close", () => open--);
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`https://127.0.0.1:${port}/review?timeout=30s`),
    port,
    connectionCount: () => connections,
    openCount: () => open,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
