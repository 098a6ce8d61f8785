/**
 * OpenAPI documents of a server. They are rendered at their first request, and removed when they are not requested for
 * a while.
 * Their hashes are kept, because the index lists the hashes of all version 3 documents.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../base/clock.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { CacheableBody } from "../discovery/cacheable-body.ts";
import { derivedFrom } from "../discovery/derived.ts";
import { DocumentContext } from "./document-context.ts";
import { type DocumentPart, documentParts, type ServedPaths } from "./document-parts.ts";
import { IdleCache } from "./idle-cache.ts";
import { KindIndex } from "./kind-index.ts";
import { jsonEncoder } from "./swagger-json.ts";
import { protobufEncoder } from "./swagger-protobuf.ts";
import { encodeV2Document, type SwaggerEncoder } from "./v2-document.ts";
import { v3Document } from "./v3-document.ts";
import { encodeV3Document } from "./v3-protobuf.ts";

/** Data from which the documents are made. `clock` measures how long they are unused. */
export interface OpenApiOptions extends ServedPaths {
  readonly clock: Clock;
}

/** How long a document is kept after its last request. */
const idleMs = 3 * 60 * 1000;

/** Encoding of a document. */
export type Encoding = "json" | "protobuf";

const v2Encoders: Readonly<Record<Encoding, () => SwaggerEncoder>> = { json: jsonEncoder, protobuf: protobufEncoder };

/** The documents of one state of the resource table. */
interface DocumentSet {
  readonly parts: ReadonlyMap<string, DocumentPart>;
  readonly kinds: KindIndex;
  readonly bodies: IdleCache<CacheableBody>;
  readonly v3Hashes: Map<string, string>;
  readonly modifiedMs: number;
}

/** Renders and caches the OpenAPI documents. A change of the resource table discards all of them. */
export class OpenApiDocuments {
  readonly #vocabulary: Vocabulary;
  readonly #currentSet: () => DocumentSet;

  constructor({ clock, ...served }: OpenApiOptions) {
    const { resources, vocabulary } = served;
    this.#vocabulary = vocabulary;
    let bodies: IdleCache<CacheableBody> | undefined;
    this.#currentSet = derivedFrom(resources, () => {
      bodies?.clear();
      bodies = new IdleCache(clock, idleMs);
      return {
        parts: new Map(documentParts(served).map((part) => [part.key, part])),
        kinds: new KindIndex(resources, vocabulary),
        bodies,
        v3Hashes: new Map(),
        modifiedMs: clock.nowMs(),
      };
    });
  }

  /** When the resource table last changed, in milliseconds since 1970. It is the modification time of all documents. */
  get modifiedMs(): number {
    return this.#currentSet().modifiedMs;
  }

  /**
   * Returns the version 3 document of a part, or undefined if there is no such part. Both encodings have the hash of
   * the JSON.
   */
  async v3(key: string, encoding: Encoding = "json"): Promise<CacheableBody | undefined> {
    const documentSet = this.#currentSet();
    const part = documentSet.parts.get(key);
    if (!part) return undefined;
    const body = await this.#v3Body(documentSet, part);
    if (encoding === "json") return body;
    return await documentSet.bodies.get(`v3 ${part.key} ${encoding}`, async () => {
      const content = JSON.parse(body.bytes.toString("utf8")) as ReadonlyJsonObject;
      return new CacheableBody(() => encodeV3Document(content), body.hash);
    });
  }

  /** Returns the hashes of all version 3 documents by part key. Renders the documents whose hash is not known yet. */
  async v3Hashes(): Promise<ReadonlyMap<string, string>> {
    const documentSet = this.#currentSet();
    for (const [key, part] of documentSet.parts) {
      if (documentSet.v3Hashes.has(key)) continue;
      await nextTurn();
      await this.#v3Body(documentSet, part);
    }
    return documentSet.v3Hashes;
  }

  /** Returns the version 2 document, which describes the whole API. */
  v2(encoding: Encoding): Promise<CacheableBody> {
    const documentSet = this.#currentSet();
    return documentSet.bodies.get(`v2 ${encoding}`, async () => {
      const parts = [...documentSet.parts.values()];
      const context = new DocumentContext("2.0", { vocabulary: this.#vocabulary, kinds: documentSet.kinds });
      const bytes = await encodeV2Document(parts, context, v2Encoders[encoding]());
      return new CacheableBody(() => bytes);
    });
  }

  #v3Body({ bodies, kinds, v3Hashes }: DocumentSet, part: DocumentPart): Promise<CacheableBody> {
    return bodies.get(`v3 ${part.key}`, async () => {
      const context = new DocumentContext("3.0", { vocabulary: this.#vocabulary, kinds });
      const body = new CacheableBody(() => Buffer.from(JSON.stringify(v3Document(part, context))));
      v3Hashes.set(part.key, body.hash);
      return body;
    });
  }
}
