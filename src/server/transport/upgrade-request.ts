/** Which requests leave HTTP/1.1. */
import { IncomingMessage } from "node:http";
import { asksForWebSocket } from "../requests/web-socket-handshake.ts";

const saidByParser = Symbol("the request has headers that ask for an upgrade, or is a CONNECT");

/**
 * A request that Node hands over with its connection only if it asks for WebSocket, or is a CONNECT. Node would do so with
 * every request that asks for any upgrade, and drop its body. Others are ordinary requests.
 */
export class UpgradeRequest extends IncomingMessage {
  declare [saidByParser]: boolean | null;

  get upgrade(): boolean {
    if (this[saidByParser] !== true) return false;
    return this.method === "CONNECT" || isWebSocketRequest(this);
  }

  set upgrade(value: boolean | null) {
    this[saidByParser] = value;
  }
}

function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && asksForWebSocket((name) => headers[name] as string | undefined);
}
