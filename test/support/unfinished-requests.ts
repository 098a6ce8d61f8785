/** An HTTP/2 client whose requests stay open until the test finishes them. */
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectH2 } from "node:http2";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ServerAddress } from "./orch-process.ts";

/** Status and complete body of a response. */
export interface HeldResponse {
  readonly status: number;
  readonly text: string;
}

/** An open request. */
export interface HeldRequest {
  /** Whether the headers of the response have arrived. */
  readonly hasResponse: boolean;
  /** Sends the rest of the request. @returns the complete response */
  finish(): Promise<HeldResponse>;
}

/** HTTP/2 client that can leave requests unfinished and can reset its connection. */
export class HoldingClient implements Disposable {
  readonly #tcp: Socket;
  readonly #session: ClientHttp2Session;

  constructor({ url, ...credentials }: ServerAddress) {
    const { hostname, port } = new URL(url);
    const tcp = connectTcp({ host: hostname, port: Number(port) });
    this.#tcp = tcp;
    this.#session = connectH2(url, {
      createConnection: () =>
        connectTls({ socket: tcp, servername: "localhost", ALPNProtocols: ["h2"], ...credentials }),
    });
    // Some tests break the connection on purpose, so errors are ignored.
    this.#session.on("error", () => undefined);
  }

  /** Sends a POST request without the second half of its body. */
  post(target: string, body: object): HeldRequest {
    const bytes = Buffer.from(JSON.stringify(body));
    const half = Math.floor(bytes.length / 2);
    const stream = this.#request({
      ":method": "POST",
      ":path": target,
      "content-type": "application/json",
      "content-length": String(bytes.length),
    });
    stream.write(bytes.subarray(0, half));
    return heldRequest(stream, () => stream.end(bytes.subarray(half)));
  }

  /** Sends a GET request and reads nothing of the response's body. */
  get(target: string): HeldRequest {
    const stream = this.#request({ ":path": target });
    stream.end();
    return heldRequest(stream, () => undefined);
  }

  /** Closes the TCP connection with a reset. */
  reset(): void {
    this.#tcp.resetAndDestroy();
  }

  [Symbol.dispose](): void {
    this.#session.destroy();
  }

  #request(headers: Readonly<Record<string, string>>): ClientHttp2Stream {
    return this.#session.request(headers, { endStream: false }).on("error", () => undefined);
  }
}

function heldRequest(stream: ClientHttp2Stream, sendRest: () => void): HeldRequest {
  let status = 0;
  const head = new Promise<void>((resolve, reject) => {
    stream.once("response", (headers) => {
      status = headers[":status"] ?? 0;
      resolve();
    });
    stream.once("close", () => reject(new Error("the stream closed without an answer")));
  });
  head.catch(() => undefined);
  return {
    get hasResponse() {
      return status !== 0;
    },
    async finish() {
      sendRest();
      await head;
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      return { status, text: Buffer.concat(pieces).toString("utf8") };
    },
  };
}
