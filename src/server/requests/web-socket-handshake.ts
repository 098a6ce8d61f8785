/** The opening handshake of the WebSocket protocol (RFC 6455), with the checks and error responses of the reference. */
import { createHash } from "node:crypto";
import { PlainTextError } from "../render-error.ts";

/** Returns a request header. The name is in lower case. */
export type HeaderOf = (name: string) => string | undefined;

/** Whether a request asks to switch to the WebSocket protocol. */
export function isWebSocketUpgrade(header: HeaderOf): boolean {
  const connection = header("connection")?.toLowerCase() ?? "";
  return header("upgrade")?.toLowerCase() === "websocket" && /(?:^|,\s*)upgrade(?:$|\s*,)/.test(connection);
}

/**
 * Returns the response headers that accept the handshake.
 * @throws PlainTextError 400 for a malformed handshake, 403 without a valid Origin
 */
export function acceptWebSocket(header: HeaderOf): Readonly<Record<string, string>> {
  const key = header("sec-websocket-key") ?? "";
  if (key === "") throw new PlainTextError(400, "mismatch challenge/response");
  if (header("sec-websocket-version") !== version) {
    throw new PlainTextError(400, "missing or bad WebSocket Version", { "sec-websocket-version": version });
  }
  if (!isUri(header("origin") ?? "")) throw new PlainTextError(403, "");
  const protocols = (header("sec-websocket-protocol") ?? "").trim();
  if (protocols.includes(",")) throw new PlainTextError(400, "");
  return {
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-accept": createHash("sha1")
      .update(key + acceptSuffix)
      .digest("base64"),
    ...(protocols === "" ? {} : { "sec-websocket-protocol": protocols }),
  };
}

const version = "13";
/** Fixed by RFC 6455. */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Whether an Origin header is a URI. Browsers send the origin of their page, or `null`, which is not a URI. */
function isUri(origin: string): boolean {
  return /^(?:\/|[a-zA-Z][a-zA-Z0-9+.-]*:)[^\0-\x20\x7f]*$/.test(origin);
}
