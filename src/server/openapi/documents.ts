/**
 * OpenAPI documents of a server. They are rendered at their first request, and removed when they are not requested for
 * a while.
 * The hashes of version 3 documents are kept until their resources change, because the index lists all of them.
 */
import type { Clock } from "../../base/clock.ts";
import { compareText } from "../../base/compare-text.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { CacheableBody } from "../discovery/cacheable-body.ts";
import { derivedFrom } from "../discovery/derived.ts";
import { isCustom } from "../served/endpoint.ts";
import type { ServedResource } from "../served/resource-table.ts";
import { DocumentContext } from "./document-context.ts";
import { type DocumentPart, documentParts, type ServedPaths } from "./document-parts.ts";
import { type EncodedPieces, hashPieces, joinPieces } from "./encoded-pieces.ts";
import { IdleCache } from "./idle-cache.ts";
import { KindIndex } from "./kind-index.ts";
import { jsonEncoder } from "./swagger-json.ts";
import { protobufEncoder } from "./swagger-protobuf.ts";
import { encodeV2Document, type SwaggerEncoder } from "./v2-document.ts";
import { encodeV3Document, type V3Encoder } from "./v3-document.ts";
import { v3JsonEncoder } from "./v3-json.ts";
import { v3ProtobufEncoder } from "./v3-protobuf.ts";

/** Data from which the documents are made. `clock` measures how long they are unused. */
export interface OpenApiOptions extends ServedPaths {
  readonly clock: Clock;
}

/** How long a document is kept after its last request. */
const idleMs = 3 * 60 * 1000;

/** Encoding of a document. */
export type Encoding = "json" | "protobuf";

const encodings: readonly Encoding[] = ["json", "protobuf"];
const v2Encoders: Readonly<Record<Encoding, () => SwaggerEncoder>> = { json: jsonEncoder, protobuf: protobufEncoder };
const v3Encoders: Readonly<Record<Encoding, () => V3Encoder>> = { json: v3JsonEncoder, protobuf: v3ProtobufEncoder };

/** A part, in one state of its resources. */
interface PartState {
  readonly part: DocumentPart;
  readonly kinds: KindIndex;
  /** When the part came into this state, in milliseconds since 1970. */
  readonly modifiedMs: number;
  /** The hash of the version 3 document in JSON. Undefined until it is needed. */
  hash: Promise<string> | undefined;
}

/** The parts in one state of the resource table. */
interface DocumentSet {
  readonly states: ReadonlyMap<string, PartState>;
  readonly builtin: readonly ServedResource[];
  readonly kinds: KindIndex;
  /** When any part last changed, in milliseconds since 1970. */
  readonly modifiedMs: number;
}

/**
 * Renders and caches the OpenAPI documents. A change of the resource table discards those that describe the changed resources. A change
 * of built-in resources discards all of them, because any document may list their kinds.
 */
export class OpenApiDocuments {
  readonly #served: ServedPaths;
  readonly #clock: Clock;
  readonly #bodies: IdleCache<CacheableBody>;
  readonly #currentSet: () => DocumentSet;
  #lastSet: DocumentSet | undefined;
  /** The hashes of all documents in one state. */
  #hashes: { readonly set: DocumentSet; readonly byKey: ReadonlyMap<string, string> } | undefined;

  constructor({ clock, ...served }: OpenApiOptions) {
    this.#served = served;
    this.#clock = clock;
    this.#bodies = new IdleCache(clock, idleMs);
    this.#currentSet = derivedFrom(served.resources, () => {
      const next = this.#nextSet(this.#lastSet);
      this.#discardOutdated(this.#lastSet, next);
      this.#lastSet = next;
      return next;
    });
  }

  /**
   * Returns when the document of a part last changed, in milliseconds since 1970.
   * @param key absent for the version 2 document, which changes with each part
   */
  modifiedMs(key?: string): number {
    const { states, modifiedMs } = this.#currentSet();
    return (key === undefined ? undefined : states.get(key)?.modifiedMs) ?? modifiedMs;
  }

  /**
   * Returns the version 3 document of a part, or undefined if there is no such part. Both encodings have the hash of
   * the JSON.
   */
  async v3(key: string, encoding: Encoding = "json"): Promise<CacheableBody | undefined> {
    const state = this.#currentSet().states.get(key);
    if (!state) return undefined;
    return await this.#bodies.get(v3Key(key, encoding), async () => {
      const pieces = await this.#encodeV3(state, encoding);
      if (encoding === "json") state.hash ??= hashPieces(pieces);
      return bodyOf(pieces, await this.#hashOf(state));
    });
  }

  /**
   * Returns the hashes of all version 3 documents by part key, sorted by key. Renders the documents whose hash is not known yet. The map is
   * the same until a document changes.
   */
  async v3Hashes(): Promise<ReadonlyMap<string, string>> {
    const set = this.#currentSet();
    if (this.#hashes?.set === set) return this.#hashes.byKey;
    const sorted = [...set.states].sort(([one], [other]) => compareText(one, other));
    const byKey = new Map<string, string>();
    for (const [key, state] of sorted) byKey.set(key, await this.#hashOf(state));
    this.#hashes = { set, byKey };
    return byKey;
  }

  /** Returns the version 2 document, which describes the whole API. */
  v2(encoding: Encoding): Promise<CacheableBody> {
    const { states, kinds } = this.#currentSet();
    return this.#bodies.get(v2Key(encoding), async () => {
      const parts = [...states.values()].map(({ part }) => part);
      const context = new DocumentContext("2.0", { ...this.#served, kinds });
      const pieces = await encodeV2Document(parts, context, v2Encoders[encoding]());
      return bodyOf(pieces, await hashPieces(pieces));
    });
  }

  get #vocabulary(): Vocabulary {
    return this.#served.vocabulary;
  }

  /** Returns the set for the current resources. Parts whose resources did not change keep their state. */
  #nextSet(previous: DocumentSet | undefined): DocumentSet {
    const parts = documentParts(this.#served);
    const modifiedMs = this.#clock.nowMs();
    const builtin = parts.flatMap((part) =>
      part.isCustom ? [] : part.resources.filter(({ endpoint }) => !isCustom(endpoint)),
    );
    const isBuiltinSame = previous !== undefined && areSame(previous.builtin, builtin);
    const kinds = isBuiltinSame ? previous.kinds : new KindIndex(builtin, this.#vocabulary);
    const states = parts.map((part): readonly [string, PartState] => {
      const known = isBuiltinSame ? previous.states.get(part.key) : undefined;
      const isSame = known && (known.part === part || areSame(known.part.resources, part.resources));
      return [part.key, isSame ? known : { part, kinds, modifiedMs, hash: undefined }];
    });
    return { states: new Map(states), builtin, kinds, modifiedMs };
  }

  #discardOutdated(previous: DocumentSet | undefined, next: DocumentSet): void {
    for (const [key, state] of previous?.states ?? []) {
      if (next.states.get(key) === state) continue;
      for (const encoding of encodings) this.#bodies.delete(v3Key(key, encoding));
    }
    for (const encoding of encodings) this.#bodies.delete(v2Key(encoding));
  }

  /** Returns the hash of a part's document in JSON. Concurrent callers share one rendering. */
  #hashOf(state: PartState): Promise<string> {
    if (!state.hash) {
      const hash = this.#encodeV3(state, "json").then(hashPieces);
      state.hash = hash;
      hash.catch(() => {
        if (state.hash === hash) state.hash = undefined;
      });
    }
    return state.hash;
  }

  #encodeV3({ part, kinds }: PartState, encoding: Encoding): Promise<EncodedPieces> {
    const context = new DocumentContext("3.0", { ...this.#served, kinds });
    return encodeV3Document(part, context, v3Encoders[encoding]());
  }
}

async function bodyOf(pieces: EncodedPieces, hash: string): Promise<CacheableBody> {
  const bytes = await joinPieces(pieces);
  return new CacheableBody(() => bytes, hash);
}

function v2Key(encoding: Encoding): string {
  return `v2 ${encoding}`;
}

function v3Key(key: string, encoding: Encoding): string {
  return `v3 ${key} ${encoding}`;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
