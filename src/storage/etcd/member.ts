/** One member of an etcd cluster, and the calls to it. */
import { constants } from "node:http2";
import type { Clock } from "../../base/clock.ts";
import { EtcdCallError } from "./call-error.ts";
import { CallStatus } from "./call-stream.ts";
import { type EtcdTls, GrpcConnection, type GrpcStream } from "./grpc-connection.ts";
import { encodeFrame, GrpcFrameReader } from "./grpc-frames.ts";
import { grpcStatus } from "./grpc-status.ts";
import { messageBytesMax } from "./limits.ts";
import { type Rpc, watchPath } from "./rpcs.ts";
import { WatchStream } from "./watch-stream.ts";

/** Calls one member. It connects with the first call, and again after the connection was lost. */
export class Member {
  /** `http://host:port` or `https://host:port`. */
  readonly url: string;
  readonly #connection: GrpcConnection;
  readonly #clock: Clock;

  constructor(url: string, tls: EtcdTls, clock: Clock) {
    this.url = url;
    this.#clock = clock;
    this.#connection = new GrpcConnection(url, tls, clock);
  }

  /** Calls the member once. @throws EtcdCallError */
  async call<Request, Response>(rpc: Rpc<Request, Response>, request: Request, timeoutMs: number): Promise<Response> {
    const frame = encodeFrame(rpc.encode(request));
    const call = this.#connection.open(rpc.path);
    let isTimeOver = false;
    const timer = this.#clock.after(timeoutMs, () => {
      isTimeOver = true;
      this.#connection.dropUnlessConnected();
      call.stream.close(constants.NGHTTP2_CANCEL);
    });
    call.stream.end(frame);
    try {
      return rpc.decode(await readResponse(call));
    } catch (error) {
      throw isTimeOver ? timeout(this.url, timeoutMs, !call.mayBeSent()) : error;
    } finally {
      timer.cancel();
    }
  }

  /** Starts a stream of watch messages. The member ends it if it loses the leader. */
  openWatch(): WatchStream {
    return new WatchStream(this.#connection.open(watchPath, { hasleader: "true" }));
  }

  close(): void {
    this.#connection.close();
  }
}

/** Returns the only message of a response. @throws EtcdCallError */
function readResponse(call: GrpcStream): Promise<Buffer> {
  const { stream } = call;
  const status = new CallStatus(call);
  const frames = new GrpcFrameReader(messageBytesMax);
  let message: Buffer | undefined;
  stream.on("data", (chunk: Buffer) => {
    try {
      message = frames.add(chunk)[0] ?? message;
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
  return new Promise((resolve, reject) => {
    stream.once("close", () => {
      const failure = status.failure();
      if (failure) reject(failure);
      else if (message) resolve(message);
      else reject(new EtcdCallError({ code: grpcStatus.internal, details: "a response has no message" }));
    });
  });
}

function timeout(url: string, timeoutMs: number, isUnsent: boolean): EtcdCallError {
  const details = `${url} has not responded within ${timeoutMs} ms`;
  return new EtcdCallError({ code: grpcStatus.deadlineExceeded, details, isUnsent });
}
