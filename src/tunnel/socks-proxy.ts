/** Opens tunnels through SOCKS 5 proxies. @see RFC 1928, RFC 1929 */
import { isIP, type Socket } from "node:net";
import { parseIp } from "../meta/ip/ip-address.ts";
import { SocketReader } from "./socket-reader.ts";
import type { ProxyUser, TunnelTarget } from "./tunnel-target.ts";

const version = 5;
const connectCommand = 1;
const methods = { none: 0, password: 2 } as const;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
const passwordVersion = 1;
/** Maximum length of a text, because its length is sent as one byte. */
const textBytesMax = 255;

const replyTexts: Readonly<Record<number, string>> = {
  1: "it failed",
  2: "its rules do not allow it",
  3: "the network cannot be reached",
  4: "the host cannot be reached",
  5: "the server refused the connection",
  6: "it took too many hops",
  7: "it knows no such command",
  8: "it knows no such type of address",
};

/**
 * Opens a tunnel through a SOCKS proxy. Once it resolves, everything written to the socket reaches `target`.
 * @throws Error whose message continues a sentence that begins with "the proxy X"
 */
export async function openSocksTunnel(
  socket: Socket,
  target: TunnelTarget,
  user: ProxyUser | undefined,
): Promise<void> {
  using answers = new SocketReader(socket);
  const dialogue = { socket, answers };
  const offered = user ? [methods.none, methods.password] : [methods.none];
  socket.write(Buffer.from([version, offered.length, ...offered]));
  const [peerVersion, method] = await answers.take(2);
  if (peerVersion !== version) throw new Error("answered with something else than SOCKS 5");
  if (method === methods.password && user) await logIn(dialogue, user);
  else if (method !== methods.none) throw new Error(`accepts none of what it was offered${user ? "" : advice}`);
  await requestConnection(dialogue, target);
}

interface Dialogue {
  readonly socket: Socket;
  readonly answers: SocketReader;
}

const advice = ": it may want a user and a password, which its URL has to hold";

async function logIn({ socket, answers }: Dialogue, { name, password }: ProxyUser): Promise<void> {
  socket.write(
    Buffer.concat([Buffer.from([passwordVersion]), withLength(name, "user"), withLength(password, "password")]),
  );
  const [, status] = await answers.take(2);
  if (status !== 0) throw new Error("does not accept the user and the password that its URL holds");
}

async function requestConnection({ socket, answers }: Dialogue, { host, port }: TunnelTarget): Promise<void> {
  const portBytes = Buffer.from([port >> 8, port & 0xff]);
  socket.write(Buffer.concat([Buffer.from([version, connectCommand, 0]), addressOf(host), portBytes]));
  const [peerVersion, reply = 0, , type = 0] = await answers.take(4);
  if (peerVersion !== version) throw new Error("answered with something else than SOCKS 5");
  if (reply !== 0) {
    throw new Error(
      `did not connect to ${host}, port ${port}: ${replyTexts[reply] ?? "it does not say why"} (${reply})`,
    );
  }
  // Skip the address that the proxy connected from, which precedes the data of the server.
  await answers.take((await addressBytes(answers, type)) + portBytes.length);
}

async function addressBytes(answers: SocketReader, type: number): Promise<number> {
  if (type === addressTypes.ipv4) return 4;
  if (type === addressTypes.ipv6) return 16;
  if (type !== addressTypes.name) throw new Error(`answered with an address of the unknown type ${type}`);
  const [bytes = 0] = await answers.take(1);
  return bytes;
}

function addressOf(host: string): Buffer {
  const ip = isIP(host) === 0 ? undefined : parseIp(host);
  if (!ip) return Buffer.concat([Buffer.from([addressTypes.name]), withLength(host, "name of the server")]);
  return Buffer.from([ip.bytes.length === 4 ? addressTypes.ipv4 : addressTypes.ipv6, ...ip.bytes]);
}

function withLength(text: string, what: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > textBytesMax) throw new Error(`cannot be told a ${what} of more than ${textBytesMax} bytes`);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}
