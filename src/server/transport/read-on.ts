/**
 * Brings to light that an HTTP/2 connection is broken. Node reads nothing from it while it writes; when such a write fails
 * at once, because the client has reset the connection, Node (20 to 24 at least, see nodejs/node issue 61304) neither says so
 * nor reads again, and what is under way would keep its place until its time is over.
 */
import type { ServerHttp2Session } from "node:http2";

/** What Node reads a socket through. There is no public way to make it read. */
interface ReadSocket {
  readonly _handle?: { readStart?(): unknown } | null;
}

/** Reads what has come, be it the end of the connection. To be called now and then while requests are under way. */
export function readOn(session: ServerHttp2Session): void {
  if (session.destroyed) return;
  (session.socket as ReadSocket)._handle?.readStart?.();
}
