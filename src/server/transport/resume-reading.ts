/**
 * Detects broken HTTP/2 connections. Node does not read from a connection while it writes. If such a write fails at
 * once, because the client has reset the connection, Node (20 to 24 at least, see nodejs/node issue 61304) neither
 * reports this nor reads again. The requests of the connection would then stay open until they time out.
 */
import type { ServerHttp2Session } from "node:http2";

/** The part of Node's socket that starts reading. No public function does that. */
interface ReadSocket {
  readonly _handle?: { readStart?(): unknown } | null;
}

/**
 * Makes Node read from the connection, which shows whether it has ended. Must be called periodically while requests are
 * open.
 */
export function resumeReading(session: ServerHttp2Session): void {
  if (session.destroyed) return;
  (session.socket as ReadSocket)._handle?.readStart?.();
}
