/**
 * The code of the request worker: a cluster whose store is in the main thread. It handles the requests that the main
 * thread sends.
 */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { assert } from "../../base/assert.ts";
import { systemClock } from "../../base/clock.ts";
import { systemRandom } from "../../base/random.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { DirectCache } from "../../cache/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import {
  MemoryExchange,
  memoWithUser,
  notedCall,
  type OffloadedDefinition,
  type OffloadedRequest,
  renderItem,
  requestNotes,
  wholeBody,
} from "../../server/index.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { composeCluster } from "../cluster/compose-cluster.ts";
import { featuresOf } from "../config/process-config.ts";
import { processLogger } from "../machine/process-logger.ts";
import { DirectStore } from "./direct-store.ts";
import { copyBytes, type FromThread, type ThreadStart, type ToThread } from "./messages.ts";
import { RemoteAccess } from "./remote-access.ts";
import { RemoteEngine } from "./remote-engine.ts";

/** Handles requests until the main thread ends this thread. */
export function serveRequests(): void {
  const port = parentPort;
  assert(port, "this runs in a worker thread");
  const start = workerData as ThreadStart;
  const engine = new RemoteEngine({
    ...start,
    send: (id, call) => send(port, { type: "store", id, call }),
  });
  const access = new RemoteAccess((id, question) => send(port, { type: "access", id, question }));
  const cluster = startCluster(start, engine, access);
  const exchanges = new Map<number, MemoryExchange>();
  port.on("message", (message: ToThread) => {
    switch (message.type) {
      case "request":
        void handle(port, { cluster, exchanges, id: message.id, request: message.request });
        return;
      case "item":
        void writeItem(port, cluster, message);
        return;
      case "abandon":
        exchanges.get(message.id)?.close(new Error(message.reason));
        return;
      case "result":
        engine.settle(message.id, message.result);
        return;
      case "access":
        access.settle(message.id, message.answer);
        return;
    }
  });
  send(port, { type: "ready" });
}

function send(port: MessagePort, message: FromThread, transferred: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferred);
}

/** Composes the cluster. The main thread does the upkeep of the store, and limits the number of concurrent requests. */
function startCluster(
  { config, readPort, readSignal }: ThreadStart,
  engine: RemoteEngine,
  access: AccessControl,
): Cluster {
  const store = new DirectStore(readPort, readSignal);
  const unlimited = Number.POSITIVE_INFINITY;
  return composeCluster({
    ...config,
    engine,
    requests: { ...config.requests, fairness: false, readsMax: unlimited, writesMax: unlimited },
    // The main thread adds the headers of these filters to the responses.
    web: undefined,
    diagnosis: undefined,
    continuesTraces: true,
    features: featuresOf(config),
    clock: systemClock,
    random: systemRandom,
    logger: processLogger(config.logging),
    checkLog: () => undefined,
    hasUpkeep: false,
    learnsTypes: true,
    notesAudit: config.audit !== undefined,
    access,
    makeCache: (options) => new DirectCache(options, store),
  });
}

interface RunningRequest {
  readonly cluster: Cluster;
  readonly exchanges: Map<number, MemoryExchange>;
  readonly id: number;
  readonly request: OffloadedRequest;
}

/** Passes the definition that came with a request to the cluster. */
function learnType(cluster: Cluster, definition: OffloadedDefinition | undefined): void {
  if (!definition) return;
  const { buffer, byteOffset, byteLength } = definition.json;
  cluster.learnType({ name: definition.name, json: Buffer.from(buffer, byteOffset, byteLength) });
}

async function writeItem(
  port: MessagePort,
  cluster: Cluster,
  message: Extract<ToThread, { type: "item" }>,
): Promise<void> {
  const { id, item } = message;
  try {
    const { buffer, byteOffset, byteLength } = item.bytes;
    learnType(cluster, item.definition);
    const body = copyBytes(
      await renderItem(cluster.resources, { ...item, bytes: Buffer.from(buffer, byteOffset, byteLength) }),
    );
    send(port, { type: "answer", id, answer: { status: 200, headers: {}, body: body as Buffer } }, [body.buffer]);
  } catch (error) {
    send(port, { type: "broken", id, message: reasonOf(error) });
  }
}

async function handle(port: MessagePort, { cluster, exchanges, id, request }: RunningRequest): Promise<void> {
  const { method, target, headers, body, user } = request;
  const memo = memoWithUser(user);
  if (request.audit) requestNotes(memo, request.audit);
  const peer = { address: "", tls: undefined, memo };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const exchange = new MemoryExchange({ method, target, headers, body: bytes, peer });
  exchanges.set(id, exchange);
  try {
    learnType(cluster, request.definition);
    void cluster.handle(exchange, request.trace);
    const response = await exchange.response;
    const copy = copyBytes(await wholeBody(response));
    const noted = notedCall(memo);
    const audit = noted?.audit?.toSent(noted.annotations, noted.latencies);
    const answer = {
      status: response.status,
      headers: response.headers,
      body: copy as Buffer,
      ...(audit ? { audit } : {}),
    };
    send(port, { type: "answer", id, answer }, [copy.buffer]);
  } catch (error) {
    send(port, { type: "broken", id, message: reasonOf(error) });
  } finally {
    exchanges.delete(id);
  }
}
