/** Decides which requests leave HTTP/1.1. */
import { IncomingMessage } from "node:http";
import { isWebSocketUpgrade } from "../requests/web-socket-handshake.ts";

const parserFlag = Symbol("the request has headers that ask for an upgrade, or is a CONNECT");

/**
 * A request that is passed on together with its connection only if it requests a WebSocket, or is a CONNECT. Node by
 * default does this for every request that asks for any upgrade, and drops its body. Here, such requests are handled
 * like others.
 */
export class UpgradeRequest extends IncomingMessage {
  declare [parserFlag]: boolean | null;

  get upgrade(): boolean {
    if (this[parserFlag] !== true) return false;
    return this.method === "CONNECT" || isWebSocketRequest(this);
  }

  set upgrade(value: boolean | null) {
    this[parserFlag] = value;
  }
}

function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && isWebSocketUpgrade((name) => headers[name] as string | undefined);
}
