/** The connection to one member of an etcd cluster. */
import { ChannelCredentials, Client, type ClientUnaryCall, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Clock } from "../../base/clock.ts";
import { EtcdCallError } from "./call-error.ts";
import { keepaliveMs, keepaliveTimeoutMs, messageBytesMax, reconnectMsMax } from "./limits.ts";
import { encodeWatch } from "./requests.ts";
import { decodeWatch } from "./responses.ts";
import { type Rpc, watchPath } from "./rpcs.ts";
import { WatchStream } from "./watch-stream.ts";

/** Certificates in PEM for members that are reached over https. */
export interface EtcdTls {
  /** CA certificates that sign the members' certificates. Default: the CAs that Node trusts. */
  readonly ca?: Buffer;
  /** Client certificate and its key: both or none. */
  readonly certificate?: Buffer;
  readonly key?: Buffer;
}

const channelOptions = {
  "grpc.enable_http_proxy": 0,
  // The engine itself decides what may be sent again.
  "grpc.enable_retries": 0,
  "grpc.enable_channelz": 0,
  "grpc.service_config_disable_resolution": 1,
  "grpc.use_local_subchannel_pool": 1,
  "grpc.keepalive_time_ms": keepaliveMs,
  "grpc.keepalive_timeout_ms": keepaliveTimeoutMs,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": reconnectMsMax,
  "grpc.max_receive_message_length": messageBytesMax,
  "grpc.max_send_message_length": messageBytesMax,
} as const;

/** Calls one member. It connects with the first call, and again after the connection was lost. */
export class Member {
  /** `http://host:port` or `https://host:port`. */
  readonly url: string;
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(url: string, tls: EtcdTls, clock: Clock) {
    const { protocol, host } = new URL(url);
    this.url = url;
    this.#clock = clock;
    const isSecure = protocol === "https:";
    this.#client = new Client(withPort(host, isSecure), isSecure ? secureCredentials(tls) : insecureCredentials(), {
      ...channelOptions,
    });
  }

  /** Calls the member once. @throws EtcdCallError */
  call<Request, Response>(rpc: Rpc<Request, Response>, request: Request, timeoutMs: number): Promise<Response> {
    return new Promise((resolve, reject) => {
      let isTimeOver = false;
      const timer = this.#clock.after(timeoutMs, () => {
        isTimeOver = true;
        call.cancel();
      });
      const settle = (error: ServiceError | null, response?: Response): void => {
        timer.cancel();
        if (isTimeOver) reject(timeout(this.url, timeoutMs));
        else if (error) reject(new EtcdCallError({ code: error.code, details: error.details, cause: error }));
        else resolve(response as Response);
      };
      const call: ClientUnaryCall = this.#client.makeUnaryRequest(rpc.path, rpc.encode, rpc.decode, request, settle);
    });
  }

  /** Starts a stream of watch messages. The member ends it if it loses the leader. */
  openWatch(): WatchStream {
    const metadata = new Metadata();
    metadata.set("hasleader", "true");
    return new WatchStream(this.#client.makeBidiStreamRequest(watchPath, encodeWatch, decodeWatch, metadata));
  }

  close(): void {
    this.#client.close();
  }
}

function withPort(host: string, isSecure: boolean): string {
  if (/:\d+$/.test(host)) return host;
  return `${host}:${isSecure ? 443 : 80}`;
}

function insecureCredentials(): ChannelCredentials {
  return ChannelCredentials.createInsecure();
}

function secureCredentials({ ca, certificate, key }: EtcdTls): ChannelCredentials {
  return ChannelCredentials.createSsl(ca ?? null, key ?? null, certificate ?? null);
}

function timeout(url: string, timeoutMs: number): EtcdCallError {
  return new EtcdCallError({
    code: status.DEADLINE_EXCEEDED,
    details: `${url} has not responded within ${timeoutMs} ms`,
  });
}
