/**
 * Keeps requests whole that arrive while the response to the previous one is still being written. Node then pauses the connection and
 * its parser. A TLS connection nevertheless delivers everything that it has decrypted, and the paused parser drops it (Node 20 at
 * least), so that the request never ends. Without the pause of the parser, a client is still limited by that of the connection.
 */
import type { TLSSocket } from "node:tls";

/** The part of Node's socket that holds the parser of its requests. No public function pauses it. */
interface ParsedSocket {
  readonly parser?: { pause?: () => void } | null;
}

/** Makes the parser of a new HTTP/1.1 connection read everything that the connection delivers. */
export function keepParsing(socket: TLSSocket): void {
  const { parser } = socket as ParsedSocket;
  if (!parser) return;
  parser.pause = () => undefined;
  // Node uses the parser for other connections after this one.
  socket.on("close", () => delete parser.pause);
}
