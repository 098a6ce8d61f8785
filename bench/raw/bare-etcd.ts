/**
 * Transactions of etcd alone: each creates a key with 1 KB if it does not exist. Arguments: URL, mode, number of
 * concurrent writers, milliseconds. With the mode `raw`, a bare HTTP/2 client sends the transactions, without a gRPC
 * library. With the mode `engine`, the built engine makes the writes. Prints writes per second.
 */
import { connect } from "node:http2";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { systemRandom } from "../../src/base/random.ts";
import { encodeTxn } from "../../src/storage/etcd/requests.ts";
import { builtModule } from "./built-module.ts";

/** Creates a key. Resolves when etcd has confirmed it. */
type Create = (key: string) => Promise<unknown>;

const [url = "", mode = "raw", writers = "1", measureMs = "1000"] = process.argv.slice(2);
const value = Buffer.alloc(1024, 0x61);
const grpcHeaderBytes = 5;

function rawCreate(): { create: Create; close: () => void } {
  const session = connect(url);
  session.unref();
  const headers = {
    ":method": "POST",
    ":path": "/etcdserverpb.KV/Txn",
    "content-type": "application/grpc",
    te: "trailers",
  };
  const create: Create = (key) =>
    new Promise((resolve, reject) => {
      const keyBytes = Buffer.from(key);
      const message = encodeTxn({
        compare: [{ key: keyBytes, modRevision: 0 }],
        success: [{ type: "put", key: keyBytes, value }],
        failure: [],
      });
      const body = Buffer.alloc(grpcHeaderBytes + message.length);
      body.writeUInt32BE(message.length, 1);
      message.copy(body, grpcHeaderBytes);
      const stream = session.request(headers);
      let status: unknown;
      stream.on("trailers", (trailers) => {
        status = trailers["grpc-status"];
      });
      stream.on("data", () => undefined);
      stream.on("error", reject);
      stream.on("close", () => (status === "0" ? resolve(undefined) : reject(new Error(`status ${String(status)}`))));
      stream.end(body);
    });
  return { create, close: () => session.destroy() };
}

async function engineCreate(): Promise<{ create: Create; close: () => void }> {
  const { connectToEtcd } = await builtModule<typeof import("../../src/storage/etcd/index.ts")>("storage/etcd/index");
  const engine = await connectToEtcd({
    servers: [url],
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
  });
  return {
    create: (key) => engine.put(key, value, 0),
    close: () => void engine[Symbol.asyncDispose](),
  };
}

const { create, close } = mode === "engine" ? await engineCreate() : rawCreate();
const prefix = `/bench/${mode}-${process.pid}-`;
const state = { written: 0, isStopped: false };

async function write(): Promise<void> {
  for (let number = state.written; !state.isStopped; number = state.written) {
    state.written = number + 1;
    await create(`${prefix}${number}`);
    finished++;
  }
}

let finished = 0;
const running = Array.from({ length: Number(writers) }, write);
await new Promise((resolve) => setTimeout(resolve, 1500));
const before = finished;
const startMs = performance.now();
await new Promise((resolve) => setTimeout(resolve, Number(measureMs)));
const perSecond = ((finished - before) / (performance.now() - startMs)) * 1000;
state.isStopped = true;
await Promise.all(running);
close();
process.stdout.write(`${perSecond}\n`);
