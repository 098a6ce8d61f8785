/** `/openapi/v2` and `/openapi/v3`: the API described for programs. */
import { type MediaTypeOffer, negotiate } from "../../codec/index.ts";
import { notAcceptable } from "../../meta/status-error.ts";
import type { Call } from "../call.ts";
import { CacheableBody, writeCacheable } from "../discovery/cacheable-body.ts";
import { textParameter } from "../query-parameters.ts";
import { pageNotFound } from "../render-error.ts";
import type { PathHandler, PathTable } from "../route.ts";
import { OpenApiDocuments, type OpenApiOptions, type V2Encoding } from "./documents.ts";

const json = "application/json";

/** The `@` of the older spelling is no character of media types, and clients fail on it in answers. */
const protobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const protobufTypeAsked = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

interface V2Form {
  readonly encoding: V2Encoding;
  readonly contentType: string;
}

const v2Forms: ReadonlyMap<string, V2Form> = new Map([
  [json, { encoding: "json", contentType: json }],
  [protobufTypeAsked, { encoding: "protobuf", contentType: protobufType }],
  [protobufType, { encoding: "protobuf", contentType: protobufType }],
]);
const v2Offers: readonly MediaTypeOffer[] = [...v2Forms.keys()].map((mediaType) => ({ mediaType }));
const v3Offers: readonly MediaTypeOffer[] = [{ mediaType: json }];

export function installOpenApi(paths: PathTable, options: OpenApiOptions): void {
  const documents = new OpenApiDocuments(options);
  const index = serveIndex(documents);
  paths.add("/openapi/v2", serveV2(documents));
  paths.add("/openapi/v3", index);
  paths.add("/openapi/v3/", index);
  paths.addBelow("/openapi/v3", (key) => servePart(documents, key, options));
}

function serveV2(documents: OpenApiDocuments): PathHandler {
  return async (call) => {
    const form = v2Forms.get(negotiateType(call, v2Offers));
    if (!form) throw new TypeError("an offer without a form");
    const body = await documents.v2(form.encoding);
    await writeCacheable(call, body, { "content-type": form.contentType });
  };
}

/** Where the documents are; their hashes in the addresses let clients keep them for good. */
function serveIndex(documents: OpenApiDocuments): PathHandler {
  return async (call) => {
    const hashes = await documents.v3Hashes();
    const paths = [...hashes].map(([key, hash]) => [key, { serverRelativeURL: addressOf(key, hash) }] as const);
    const body = new CacheableBody(() => Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) })));
    await writeCacheable(call, body, { "content-type": json });
  };
}

function addressOf(key: string, hash: string): string {
  return `/openapi/v3/${key}?hash=${hash}`;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

function servePart(documents: OpenApiDocuments, key: string, { clock }: OpenApiOptions): PathHandler {
  return async (call) => {
    negotiateType(call, v3Offers);
    const body = await documents.v3(key);
    if (!body) throw pageNotFound();
    const hash = textParameter(call, "hash");
    if (hash === "") {
      await writeCacheable(call, body, { "content-type": json });
    } else if (hash === body.hash) {
      await writeCacheable(call, body, {
        "content-type": json,
        "cache-control": "public, immutable",
        expires: new Date(clock.nowMs() + yearMs).toUTCString(),
      });
    } else {
      call.respond(301, { location: addressOf(key, body.hash), vary: "Accept" }, Buffer.alloc(0));
    }
  };
}

/** @throws StatusError 406 */
function negotiateType(call: Call, offers: readonly MediaTypeOffer[]): string {
  const chosen = negotiate(call.exchange.header("accept"), { offers });
  if (!chosen) throw notAcceptable(offers.map(({ mediaType }) => mediaType));
  return chosen.mediaType;
}
