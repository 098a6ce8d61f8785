/** Serves the built-in kinds on the memory engine, and sends requests to their paths. */
import { admissionOf } from "../../../admission/testing/requests.ts";
import { builtinKinds } from "../../../api/builtin.ts";
import { authorizePrivilegedGroup } from "../../../authz/index.ts";
import { systemClock } from "../../../base/clock.ts";
import { silentLogger } from "../../../base/logger.ts";
import { ManualClock } from "../../../base/manual-clock.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import { seededRandom } from "../../../base/random.ts";
import { ChangeFeed } from "../../../cache/index.ts";
import { noFeatures } from "../../../meta/feature-gates.ts";
import { type Vocabulary, type VocabularyName, vocabularies } from "../../../meta/vocabulary.ts";
import { objectAccess, type RegistryServices } from "../../../registry/index.ts";
import {
  type ComputedKindHandlers,
  type KindDeclaration,
  type KindHooks,
  SchemaCompiler,
} from "../../../schema/index.ts";
import { openMemoryEngine } from "../../../storage/index.ts";
import { chain, type Filter } from "../../chain.ts";
import { FieldOwners } from "../../field-owners/field-owners.ts";
import { recover } from "../../filters/recover.ts";
import { serveKinds, storedResources } from "../../kind-endpoints/serve-kinds.ts";
import { type EndpointOptions, verbHandlers } from "../../kind-endpoints/stored-resource.ts";
import { BinaryContents } from "../../output/binary-contents.ts";
import { CompressedObjectCache } from "../../output/compressed-object-cache.ts";
import { Call } from "../../requests/call.ts";
import type { HeaderValue } from "../../requests/exchange.ts";
import { MemoryExchange, wholeBody } from "../../requests/memory-exchange.ts";
import { readRequestInfo } from "../../requests/request-info.ts";
import { PathTable, router } from "../../route.ts";
import { ResourceTable } from "../../served/resource-table.ts";
import { WatchMetrics } from "../../verbs/watch-metrics.ts";

/** A complete response. */
export interface ServedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  readonly body: Buffer;
  /** Returns the parsed body. */
  json<T>(): T;
}

const servedByDefault = builtinKinds.filter((kind) => kind.servedByDefault);

/** Hooks of computed kinds that return their input. */
const echo: ComputedKindHandlers = {
  create: (object) => object,
  get: (name) => ({ metadata: { name } }),
  list: () => [],
};

/** A server with the built-in kinds and without authentication or authorization. */
export class ServedBuiltin implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly vocabulary: Vocabulary;
  readonly resources = new ResourceTable();
  readonly paths = new PathTable();
  /** Filters that requests pass before they are routed. Empty by default. */
  readonly filters: Filter[] = [];
  readonly #engine = openMemoryEngine();
  readonly #feed: ChangeFeed;
  readonly #services: RegistryServices;
  readonly #endpoints: EndpointOptions;

  constructor(name: VocabularyName, kinds: readonly KindDeclaration[] = servedByDefault) {
    const { clock } = this;
    const vocabulary = vocabularies[name];
    const engine = this.#engine;
    const random = seededRandom(1);
    const compiler = new SchemaCompiler(new Map());
    this.vocabulary = vocabulary;
    this.#feed = new ChangeFeed({ engine, prefix: "/registry/", clock, logger: silentLogger });
    this.#services = { engine, feed: this.#feed, clock, random, vocabulary, compiler, isEnabled: noFeatures };
    const services = {
      admission: admissionOf(),
      authorizer: authorizePrivilegedGroup,
      table: this.resources,
      clock,
      random,
      isEnabled: noFeatures,
      vocabulary,
      compiler,
      objects: objectAccess(new Map()),
      accountTokens: {
        audiences: [],
        lifetimeSecondsMax: 0,
        extendsLifetime: false,
        issue: () => Promise.reject(new Error("this server issues no tokens")),
      },
      owners: new FieldOwners(this.resources),
      compressed: new CompressedObjectCache(0),
      contents: new BinaryContents(0),
      minRequestTimeoutMs: 1000,
      watchMetrics: new WatchMetrics(new MetricRegistry()),
    };
    this.#endpoints = { handlers: verbHandlers(services), services, scaleColumns: [], isEnabled: () => false };
    this.add(...kinds);
  }

  add(...kinds: readonly KindDeclaration[]): void {
    const hooksOf = (): KindHooks => ({});
    const resources = storedResources(kinds, hooksOf, this.#services);
    serveKinds(this.resources, kinds, resources, { ...this.#endpoints, hooksOf, computedHandlersOf: () => echo });
  }

  async get(target: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<ServedResponse> {
    const peer = { address: "", tls: undefined, memo: new Map<symbol, unknown>() };
    const exchange = new MemoryExchange({ method, target, headers, body: Buffer.alloc(0), peer });
    const compression = { enabled: true, bytesMin: 1024 };
    const call = new Call(exchange, {
      id: "test",
      startedMs: 0,
      logger: silentLogger,
      compression,
      clock: systemClock,
    });
    call.info = readRequestInfo(method, call.rawPath, {
      isWatch: () => false,
      selectedName: () => "",
      selectors: undefined,
    });
    const handle = chain([recover, ...this.filters], router(this.resources, this.paths));
    void handle(call);
    const { status, headers: responseHeaders, body } = await exchange.response;
    const bytes = await wholeBody({ body });
    return { status, headers: responseHeaders, body: bytes, json: <T>() => JSON.parse(bytes.toString("utf8")) as T };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#feed[Symbol.asyncDispose]();
    await this.#engine[Symbol.asyncDispose]();
  }
}
