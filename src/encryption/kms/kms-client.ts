/** Calls of a key service, by gRPC on a socket of this machine. */
import type { Clock } from "../../base/clock.ts";
import { GrpcCallError, GrpcClient, grpcStatusName, ProtoWriter, type Rpc, readFields } from "../../grpc/index.ts";
import type { EnvelopeMetrics } from "../envelope-metrics.ts";
import { TransformError } from "../value-transformer.ts";
import { addAnnotations, type KmsAnnotations, readAnnotation } from "./annotations.ts";

/** State of a key service. */
export interface KmsStatus {
  readonly version: string;
  /** `ok` if the service works. */
  readonly healthz: string;
  /** Identifies the key with which the service encrypts at present. */
  readonly keyId: string;
}

/** A seed that a key service has encrypted. */
export interface EncryptedSeed {
  readonly ciphertext: Buffer;
  readonly keyId: string;
  readonly annotations: KmsAnnotations;
}

/** Socket and name of a key service, and the time limit of its calls. */
export interface KmsClientOptions {
  readonly name: string;
  readonly socketPath: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly metrics: EnvelopeMetrics;
}

const service = "/v2.KeyManagementService";
const noBytes: Buffer = Buffer.alloc(0);

const statusRpc: Rpc<undefined, KmsStatus> = {
  path: `${service}/Status`,
  encode: () => noBytes,
  decode: (message) => {
    const texts = ["", "", "", ""];
    readFields(message, (field, value) => {
      if (field < texts.length) texts[field] = textOf(value);
    });
    const [, version = "", healthz = "", keyId = ""] = texts;
    return { version, healthz, keyId };
  },
};

const encryptRpc: Rpc<{ readonly plaintext: Uint8Array; readonly uid: string }, EncryptedSeed> = {
  path: `${service}/Encrypt`,
  encode: ({ plaintext, uid }) => new ProtoWriter().bytes(1, plaintext).text(2, uid).finish(),
  decode: (message) => {
    let ciphertext = noBytes;
    let keyId = "";
    const annotations = new Map<string, Buffer>();
    readFields(message, (field, value) => {
      if (field === 1) ciphertext = bytesOf(value);
      else if (field === 2) keyId = textOf(value);
      else if (field === 3) annotations.set(...readAnnotation(bytesOf(value)));
    });
    return { ciphertext, keyId, annotations };
  },
};

const decryptRpc: Rpc<EncryptedSeed & { readonly uid: string }, Buffer> = {
  path: `${service}/Decrypt`,
  encode: ({ ciphertext, uid, keyId, annotations }) =>
    addAnnotations(new ProtoWriter().bytes(1, ciphertext).text(2, uid).text(3, keyId), 4, annotations).finish(),
  decode: (message) => {
    let plaintext = noBytes;
    readFields(message, (field, value) => {
      if (field === 1) plaintext = bytesOf(value);
    });
    return plaintext;
  },
};

function textOf(value: number | Buffer): string {
  return bytesOf(value).toString("utf8");
}

function bytesOf(value: number | Buffer): Buffer {
  return typeof value === "number" ? noBytes : value;
}

/** Statuses after which the same call may succeed later. With others, the service rejects the request. */
const temporary = new Set(["Canceled", "DeadlineExceeded", "ResourceExhausted", "Aborted", "Internal", "Unavailable"]);

/** Calls a key service. It connects with the first call, and again after the connection was lost. */
export class KmsClient {
  readonly #options: KmsClientOptions;
  readonly #client: GrpcClient;

  constructor(options: KmsClientOptions) {
    this.#options = options;
    this.#client = new GrpcClient("http://localhost", { socketPath: options.socketPath }, options.clock);
  }

  /** @throws TransformError */
  async status(): Promise<KmsStatus> {
    return await this.#call(statusRpc, undefined);
  }

  /** @throws TransformError */
  async encrypt(uid: string, plaintext: Uint8Array): Promise<EncryptedSeed> {
    return await this.#call(encryptRpc, { uid, plaintext });
  }

  /** @throws TransformError */
  async decrypt(uid: string, seed: EncryptedSeed): Promise<Buffer> {
    return await this.#call(decryptRpc, { uid, ...seed });
  }

  /** Ends all calls. */
  close(): void {
    this.#client.close();
  }

  async #call<Request, Response>(rpc: Rpc<Request, Response>, request: Request): Promise<Response> {
    const { name, timeoutMs, metrics, clock } = this.#options;
    const startMs = clock.monotonicMs();
    const record = (status: string): void =>
      metrics.called(name, rpc.path, status, (clock.monotonicMs() - startMs) / 1000);
    try {
      const response = await this.#client.call(rpc, request, timeoutMs);
      record("OK");
      return response;
    } catch (error) {
      const status = error instanceof GrpcCallError ? grpcStatusName(error.code) : "Internal";
      record(status);
      const details = error instanceof Error ? error.message : String(error);
      const message = `rpc error: code = ${status} desc = ${details}`;
      throw new TransformError(message, { grpcStatus: status, isTemporary: temporary.has(status), cause: error });
    }
  }
}
