/** Facts about HTTP/2 connections that no single response shows. */
import { once } from "node:events";
import { connect, type SecureClientSessionOptions } from "node:http2";
import { framesOf, frameTypes, preface } from "../../test/support/h2-frames.ts";
import type { RunningServer } from "../servers.ts";
import { exchangeOverTls } from "../tls-exchange.ts";

const settingNames: Readonly<Record<number, string>> = {
  1: "table bytes",
  2: "push",
  3: "streams",
  4: "window bytes",
  5: "frame bytes",
  6: "header bytes",
};

/** Bytes of one setting: its number and its value. */
const settingBytes = 6;

/** Returns the settings that a server sends at the start of a connection. */
export async function settingsOf({ host, credentials }: RunningServer): Promise<Readonly<Record<string, number>>> {
  const settingsIn = (received: Buffer) => framesOf({ received }).find(({ type }) => type === frameTypes.settings);
  const { received } = await exchangeOverTls({
    host,
    credentials,
    protocol: "h2",
    bytes: preface,
    onReceived: (soFar, socket) => {
      if (settingsIn(soFar)) socket.destroy();
    },
  });
  const payload = settingsIn(received)?.payload ?? Buffer.alloc(0);
  const settings: Record<string, number> = {};
  for (let at = 0; at + settingBytes <= payload.length; at += settingBytes) {
    const number = payload.readUInt16BE(at);
    settings[settingNames[number] ?? String(number)] = payload.readUInt32BE(at + 2);
  }
  return settings;
}

/** Largest number of requests until a connection must have ended. With a chance of 2 %, all but one in 10^17 have. */
const requestsMax = 2_000;

/** How a server ends a connection after one of its requests. */
export interface ConnectionEnd {
  readonly code: number;
  /** Status of the response to the request. */
  readonly status: number;
  /** Whether the client can still send a request over this connection. */
  readonly hasClosed: boolean;
}

/** Sends requests over one connection until the server ends it. */
export async function endOfConnection({ host, credentials }: RunningServer): Promise<ConnectionEnd | undefined> {
  const options: SecureClientSessionOptions = { ...credentials, servername: "localhost" };
  const session = connect(`https://${host}`, options);
  let code: number | undefined;
  session.on("goaway", (received: number) => (code = received));
  for (let count = 0; count < requestsMax; count++) {
    const stream = session.request({ ":path": "/livez" });
    stream.resume();
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    if (!stream.closed) await once(stream, "close");
    // The frame can follow the response in the next packet. A ping returns after it.
    if (!session.closed) await new Promise((resolve) => session.ping(resolve) || resolve(undefined));
    if (code === undefined) continue;
    if (!session.destroyed && !session.closed) await once(session, "close");
    return { code, status: Number(headers[":status"]), hasClosed: session.closed };
  }
  session.destroy();
  return undefined;
}
