/** Opens the connections of a job. */
import { connect, type TLSSocket } from "node:tls";
import type { Connection, RequestTemplate } from "./connection.ts";
import { openH1 } from "./h1-connection.ts";
import { openH2 } from "./h2-connection.ts";
import type { LoadTarget } from "./job.ts";

/** The server, protocol and request of a connection. */
export interface ConnectionOptions {
  readonly target: LoadTarget;
  readonly protocol: "h1" | "h2";
  readonly template: RequestTemplate;
  readonly streams: number;
}

/**
 * Opens a connection. If the server closes it later, the generator reports a failure.
 * @throws Error if the server does not accept the protocol
 */
export async function openConnection({ target, protocol, template, streams }: ConnectionOptions): Promise<Connection> {
  const ALPNProtocols = [protocol === "h2" ? "h2" : "http/1.1"];
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const opening = connect({ ...target, ALPNProtocols, servername: "localhost" }, () => {
      opening.off("error", reject);
      resolve(opening);
    });
    opening.setNoDelay(true);
    opening.on("error", reject);
  });
  // Only the job closes its connections. Later socket errors have no listener, so they also end the job as uncaught
  // exceptions.
  socket.on("end", () => {
    throw new Error(`the server at port ${target.port} closed a connection that is in use`);
  });
  if (socket.alpnProtocol !== ALPNProtocols[0])
    throw new Error(`the server at port ${target.port} does not accept ${ALPNProtocols[0]}`);
  return protocol === "h2" ? openH2(socket, template, streams) : openH1(socket, template);
}
