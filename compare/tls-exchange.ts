/** Sends bytes over a separate TLS connection, and reads what the server sends until the connection closes. */
import { once } from "node:events";
import { connect, type SecureContextOptions, type TLSSocket } from "node:tls";

/** Milliseconds of silence after which this side closes the connection. */
const silenceMs = 2_000;

export interface TlsExchange {
  /** Host and port. */
  readonly host: string;
  readonly credentials: SecureContextOptions;
  /** Protocol that the client offers in ALPN. */
  readonly protocol: "h2" | "http/1.1";
  readonly bytes: Buffer;
  /** Called with all bytes received so far, after each part. It may close the connection. */
  readonly onReceived?: (received: Buffer, socket: TLSSocket) => void;
}

/** Returns the bytes that the server sent, and whether it was silent and left the connection open. */
export async function exchangeOverTls(exchange: TlsExchange): Promise<{ received: Buffer; wasSilent: boolean }> {
  const { host, credentials, protocol, bytes, onReceived } = exchange;
  const { hostname, port } = new URL(`https://${host}`);
  const socket = connect({
    host: hostname,
    port: Number(port),
    servername: "localhost",
    ...credentials,
    ALPNProtocols: [protocol],
  });
  let received = Buffer.alloc(0);
  let wasSilent = false;
  socket.setTimeout(silenceMs, () => {
    wasSilent = true;
    socket.destroy();
  });
  socket.on("data", (part: Buffer) => {
    received = Buffer.concat([received, part]);
    onReceived?.(received, socket);
  });
  // The response consists of the bytes before an error.
  socket.on("error", () => undefined);
  socket.once("secureConnect", () => socket.write(bytes));
  await once(socket, "close");
  return { received, wasSilent };
}
