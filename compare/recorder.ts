/** Runs a scenario against one server and records its exchanges. */
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientCertificate } from "../test/authentication/reference/client-certificates.ts";
import type { WireStream } from "../test/support/wire-client.ts";
import { cborFrames, cborTree } from "./cbor-tree.ts";
import type { RecordedAnswer } from "./difference.ts";
import type { StoredValues } from "./encryption/encrypted-servers.ts";
import { exchangeFrames } from "./frame-exchange.ts";
import { protobufFrames, protobufTree } from "./protobuf-tree.ts";
import { exchangeBytes } from "./raw-exchange.ts";
import type { RunningServer } from "./servers.ts";
import type { Answer, ComparedRequest, ComparedServer, ComparedWatch } from "./suite.ts";

/** A request with the answer to it. */
export interface Exchange {
  readonly method: string;
  readonly target: string;
  readonly request: ComparedRequest;
  readonly answer: RecordedAnswer;
  /** Whether the exchange is a preparation, which is not compared. */
  readonly isPreparation?: boolean;
}

/** Thrown when a scenario cannot be prepared. */
export class PreparationError extends Error {}

/** The longest time for which a scenario waits for events of a watch. */
const watchPatienceMs = 10_000;
/** The longest time for which a scenario waits for a condition. */
const conditionPatienceMs = 30_000;
/** Time between two requests for a condition. */
const repetitionMs = 50;
/** The longest time for which a scenario waits for the last audit event of a request. */
const auditPatienceMs = 1_000;
/** The longest time for one answer. */
const answerPatienceMs = 60_000;

const noAnswer: RecordedAnswer = { status: 0, headers: {}, text: "no answer" };

/** One run of one scenario on one server. */
export class Recorder implements ComparedServer {
  readonly exchanges: Exchange[];
  readonly namespace: string;
  readonly #server: RunningServer;
  readonly #id: string;

  /**
   * @param id unique for the scenario in this run. Names contain it.
   * @param exchanges receives the exchanges. Default: a new list
   */
  constructor(server: RunningServer, id: string, exchanges: Exchange[] = []) {
    this.#server = server;
    this.exchanges = exchanges;
    this.#id = id;
    this.namespace = id;
  }

  name(base: string): string {
    return `${base}-${this.#id}`;
  }

  async send(target: string, request: ComparedRequest = {}): Promise<Answer> {
    const answer = await this.#exchange(target, request);
    this.exchanges.push({ method: methodOf(request), target, request, answer });
    return withJson(answer);
  }

  async sendBytes(bytes: string, certificate?: ClientCertificate | "none"): Promise<Answer> {
    const [method = "", target = ""] = bytes.split("\r\n", 1)[0]?.split(" ") ?? [];
    const { host, credentials: own } = this.#server;
    const credentials =
      certificate === undefined ? own : { ca: own.ca, ...(certificate === "none" ? {} : certificate) };
    return await this.#record({ method, target, request: { body: bytes } }, () =>
      exchangeBytes(host, credentials, Buffer.from(bytes, "latin1")),
    );
  }

  async sendFrames(name: string, frames: Buffer): Promise<Answer> {
    const { host, credentials } = this.#server;
    return await this.#record({ method: "HTTP/2", target: name, request: { body: frames } }, () =>
      exchangeFrames(host, credentials, frames),
    );
  }

  /**
   * Reserves the position of an exchange before the answer arrives, so that concurrent requests stay in their order.
   */
  async #record(sent: Omit<Exchange, "answer">, exchange: () => Promise<RecordedAnswer>): Promise<Answer> {
    const place = this.exchanges.push({ ...sent, answer: noAnswer }) - 1;
    const answer = await exchange();
    this.exchanges[place] = { ...sent, answer };
    return withJson(answer);
  }

  async prepare(target: string, request: ComparedRequest = {}): Promise<Answer> {
    const answer = await this.#exchange(target, request);
    if (answer.status < 200 || answer.status > 299) {
      throw new PreparationError(`${methodOf(request)} ${target}: ${answer.status} ${answer.text.slice(0, 500)}`);
    }
    this.exchanges.push({ method: methodOf(request), target, request, answer, isPreparation: true });
    return withJson(answer);
  }

  async until(
    target: string,
    isReached: (answer: Answer) => boolean,
    request: Pick<ComparedRequest, "headers"> = {},
  ): Promise<Answer> {
    const endMs = performance.now() + conditionPatienceMs;
    for (;;) {
      const answer = await this.#exchange(target, request);
      if (isReached(withJson(answer))) {
        this.exchanges.push({ method: "GET", target, request, answer, isPreparation: true });
        return withJson(answer);
      }
      if (performance.now() > endMs) throw new PreparationError(`GET ${target}: still ${answer.text.slice(0, 500)}`);
      await sleep(repetitionMs);
    }
  }

  async audit(auditId: string): Promise<void> {
    const { auditLog = "" } = this.#server;
    const sent = { method: "AUDIT", target: auditId, request: {} };
    await this.#record(sent, async () => {
      const endMs = performance.now() + auditPatienceMs;
      for (;;) {
        const lines = readFileSync(auditLog, "utf8").split("\n");
        const events = lines.filter((line) => line.includes(`"auditID":"${auditId}"`));
        // A request of an unknown user has one event. It is complete, too, when a lost event does not come.
        const isComplete = events.some((line) => line.includes('"stage":"ResponseComplete"'));
        if (isComplete || performance.now() > endMs) {
          return { status: 200, headers: {}, text: `{"events":[${events.join(",")}]}` };
        }
        await sleep(repetitionMs);
      }
    });
  }

  async stored(key: string): Promise<Buffer> {
    const value = await this.#storedValues.read(key);
    const text = value === undefined ? "nothing is stored" : storedPrefix(value);
    this.exchanges.push({ method: "STORED", target: key, request: {}, answer: { status: 200, headers: {}, text } });
    return value ?? Buffer.alloc(0);
  }

  async store(key: string, value: Uint8Array): Promise<void> {
    await this.#storedValues.write(key, value);
  }

  get #storedValues(): StoredValues {
    const { storedValues } = this.#server;
    if (!storedValues) throw new PreparationError('the store can be read only in suites with `plugins: "encrypted"`');
    return storedValues;
  }

  async measure(kind: string, name: string, run: (server: RunningServer) => Promise<unknown>): Promise<void> {
    await this.#record({ method: kind, target: name, request: {} }, async () => ({
      status: 200,
      headers: {},
      text: JSON.stringify((await run(this.#server)) ?? {}),
    }));
  }

  async another(flags: readonly string[], use: (server: ComparedServer) => Promise<void>): Promise<void> {
    const { startAnother } = this.#server;
    if (!startAnother)
      throw new PreparationError("another server can be started only beside one that this run has started");
    await using server = await startAnother(flags);
    const recorder = new Recorder(server, this.#id, this.exchanges);
    await use(recorder);
  }

  async watch(target: string, request: ComparedRequest = {}): Promise<ComparedWatch> {
    const stream = await this.#server.client.open(target, request);
    const watch = new RecordedWatch(stream);
    // The position is reserved now, so that the transcript has the order in which requests were sent.
    const place = this.exchanges.length;
    this.exchanges.push({ method: "GET", target, request, answer: watch.answer() });
    return {
      upTo: (count) => watch.upTo(count),
      close: async () => {
        await watch.close();
        this.exchanges[place] = { method: "GET", target, request, answer: watch.answer() };
      },
    };
  }

  async #exchange(target: string, request: ComparedRequest): Promise<RecordedAnswer> {
    try {
      await using separateClient = request.certificate && this.#server.connect(request.certificate);
      const { client, anonymousClient } = this.#server;
      const usedClient = separateClient ?? (request.isAnonymous ? anonymousClient : client);
      const stream = await withTimeout(usedClient.open(target, request));
      const body = await withTimeout(stream.readAll());
      return { status: stream.status, headers: stream.headers, text: textOf(body) };
    } catch (error) {
      return { status: 0, headers: {}, text: error instanceof TimeoutError ? "no answer" : "the connection broke" };
    }
  }
}

/** Returns the part of a stored value that names its provider and its key. */
function storedPrefix(value: Buffer): string {
  return /^k8s:enc:[a-z]+:v\d:[^:]*:/.exec(value.toString("latin1"))?.[0] ?? "not encrypted";
}

class TimeoutError extends Error {}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError("no answer")), answerPatienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the body as text. Objects in protobuf and CBOR become trees, other binary bodies base64. */
function textOf(bytes: Buffer): string {
  const tree = protobufTree(bytes);
  if (tree) return JSON.stringify({ protobuf: tree });
  const cbor = cborTree(bytes);
  if (cbor !== undefined) return JSON.stringify({ cbor });
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) && !text.includes("\u0000")
    ? text
    : `base64 ${bytes.toString("base64")}`;
}

function methodOf({ method, body }: ComparedRequest): string {
  return method ?? (body === undefined ? "GET" : "POST");
}

function withJson(answer: RecordedAnswer): Answer {
  let parsed: unknown;
  return {
    ...answer,
    get json() {
      return (parsed ??= parseOrUndefined(answer.text));
    },
  };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class RecordedWatch {
  readonly #stream: WireStream;
  readonly #arrivals = new EventEmitter();
  readonly #reading: Promise<void>;
  #bytes = Buffer.alloc(0);
  #hasEnded = false;

  constructor(stream: WireStream) {
    this.#stream = stream;
    this.#reading = this.#read();
  }

  async upTo(count: number): Promise<void> {
    const signal = AbortSignal.timeout(watchPatienceMs);
    while (!this.#hasEnded && this.#events().length < count) {
      try {
        await once(this.#arrivals, "arrival", { signal });
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  async close(): Promise<void> {
    this.#stream.close();
    await this.#reading;
  }

  /** Returns the events as one document, `{"events": [...]}`. A line that is not an event is compared as text. */
  answer(): RecordedAnswer {
    const { status, headers } = this.#stream;
    const events = this.#events();
    const areJson = status === 200 && events.every((event) => event.startsWith("{"));
    return { status, headers, text: areJson ? `{"events":[${events.join(",")}]}` : this.#bytes.toString("utf8") };
  }

  /** The complete events so far, each in JSON. */
  #events(): readonly string[] {
    const type = String(this.#stream.headers["content-type"]);
    if (type.includes("protobuf")) return protobufFrames(this.#bytes).map((tree) => JSON.stringify({ protobuf: tree }));
    if (type.includes("cbor")) return cborFrames(this.#bytes).map((cbor) => JSON.stringify({ cbor }));
    return this.#bytes.toString("utf8").split("\n").slice(0, -1);
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#stream.body) {
        this.#bytes = Buffer.concat([this.#bytes, chunk]);
        this.#arrivals.emit("arrival");
      }
    } catch (error) {
      // Closing the stream from this side ends the iteration with an error.
      if (!(error instanceof Error && "code" in error)) throw error;
    } finally {
      this.#hasEnded = true;
      this.#arrivals.emit("arrival");
    }
  }
}
