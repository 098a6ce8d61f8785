/**
 * Reads the host name that a client requests, from the first message of its TLS handshake, before any TLS code sees it. Node's own
 * callback for host names adds a certificate to the default one. If both have keys of different types, the client could get the
 * wrong one.
 */
import type { Socket } from "node:net";
import { systemClock } from "../../base/clock.ts";

/** Longest message that is read. Others get the default certificate. */
const bytesMax = 64 * 1024;

const handshakeRecord = 22;
const clientHello = 1;
const serverNameExtension = 0;

/** The requested name, empty if there is none, or undefined if more bytes are needed. */
export type ServerName = string | undefined;

/**
 * Calls `done` with the host name that the client requests, empty if there is none. The bytes that it reads are put back. Destroys the
 * connection if the client does not send its first message in time.
 */
export function readServerName(socket: Socket, timeoutMs: number, done: (name: string) => void): void {
  let received = Buffer.alloc(0);
  const timer = systemClock.after(timeoutMs, () => socket.destroy());
  const stop = (): void => {
    timer.cancel();
    socket.off("readable", onReadable);
    socket.off("error", onError);
    socket.off("close", stop);
  };
  const onReadable = (): void => {
    for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
      received = Buffer.concat([received, chunk]);
    }
    const name = received.length > bytesMax ? "" : serverNameIn(received);
    if (name === undefined) return;
    stop();
    socket.unshift(received);
    done(name);
  };
  const onError = (): void => {
    socket.destroy();
  };
  socket.on("readable", onReadable).on("error", onError).on("close", stop);
}

/** Returns the requested name in the first bytes of a connection. */
export function serverNameIn(bytes: Buffer): ServerName {
  const message = handshakeBytes(bytes);
  if (typeof message === "string") return message;
  if (message.length < 4) return undefined;
  if (message[0] !== clientHello) return "";
  const length = message.readUIntBE(1, 3);
  if (length > bytesMax) return "";
  if (message.length < 4 + length) return undefined;
  return nameInHello(new Fields(message.subarray(4, 4 + length)));
}

/** Joins the contents of the complete handshake records. Returns an empty text for other records. */
function handshakeBytes(bytes: Buffer): Buffer | "" {
  const contents: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== handshakeRecord) return at === 0 ? "" : Buffer.concat(contents);
    if (bytes.length < at + 5) break;
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    contents.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return Buffer.concat(contents);
}

/** @param hello a message without its type and length */
function nameInHello(hello: Fields): string {
  // The version and the random value.
  hello.take(34);
  hello.takePrefixed(1);
  hello.takePrefixed(2);
  hello.takePrefixed(1);
  const extensions = new Fields(hello.takePrefixed(2));
  while (!extensions.isEmpty) {
    const type = extensions.number(2);
    const content = new Fields(extensions.takePrefixed(2));
    if (type !== serverNameExtension) continue;
    const names = new Fields(content.takePrefixed(2));
    // 0 is the only type of names.
    return names.number(1) === 0 ? names.takePrefixed(2).toString("latin1") : "";
  }
  return "";
}

/** Fields of a message, read from its beginning. Bytes that are missing are read as none, because OpenSSL reports the error. */
class Fields {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  take(length: number): Buffer {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }

  /** Reads a number. @param length its size in bytes */
  number(length: number): number {
    const bytes = this.take(length);
    return bytes.length < length ? 0 : bytes.readUIntBE(0, length);
  }

  /** Reads a field that follows its own length. @param prefixLength size of the length in bytes */
  takePrefixed(prefixLength: number): Buffer {
    return this.take(this.number(prefixLength));
  }
}
