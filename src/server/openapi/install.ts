/** Serves the OpenAPI documents at `/openapi/v2` and `/openapi/v3`. */
import { negotiate } from "../../codec/index.ts";
import { httpTime, writeCacheable } from "../discovery/cacheable-body.ts";
import { respondIfUnmet } from "../discovery/conditions.ts";
import type { Call } from "../requests/call.ts";
import { textParameter } from "../requests/query-parameters.ts";
import type { PathHandler, PathTable } from "../route.ts";
import { type Encoding, OpenApiDocuments, type OpenApiOptions } from "./documents.ts";

const json = "application/json";

interface DocumentForm {
  readonly encoding: Encoding;
  readonly contentType: string;
}

type DocumentForms = ReadonlyMap<string, DocumentForm>;

/** Returns the encodings of a version's documents by the media type in the `Accept` header. */
function formsOf(version: "v2" | "v3"): DocumentForms {
  const contentType = `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`;
  const protobuf: DocumentForm = { encoding: "protobuf", contentType };
  return new Map([
    [json, { encoding: "json", contentType: json }],
    // The `@` of the older spelling is not allowed in media types. Clients fail if a Content-Type contains it.
    [`application/com.github.proto-openapi.spec.${version}@v1.0+protobuf`, protobuf],
    [contentType, protobuf],
  ]);
}

const v2Forms = formsOf("v2");
const v3Forms = formsOf("v3");

/** Adds the OpenAPI paths to the table of paths outside the resources. */
export function installOpenApi(paths: PathTable, options: OpenApiOptions): void {
  const documents = new OpenApiDocuments(options);
  paths.add("/openapi/v2", serveV2(documents));
  paths.add("/openapi/v3", serveIndex(documents, options));
  paths.addListedBelow("/openapi/v3", (key) => servePart(documents, key, options));
}

function serveV2(documents: OpenApiDocuments): PathHandler {
  return async (call) => {
    const form = acceptedForm(call, v2Forms);
    if (!form) return respondNotAcceptable(call);
    const body = await documents.v2(form.encoding);
    await writeCacheable(call, body, {
      "content-type": form.contentType,
      "last-modified": httpTime(documents.modifiedMs()),
    });
  };
}

/**
 * Serves the index, which lists the URL of each part's document. A URL contains the document's hash, so clients may
 * cache the document forever.
 */
function serveIndex(documents: OpenApiDocuments, { clock }: OpenApiOptions): PathHandler {
  let index: { readonly hashes: ReadonlyMap<string, string>; readonly body: Buffer } | undefined;
  return async (call) => {
    const hashes = await documents.v3Hashes();
    if (index?.hashes !== hashes) index = { hashes, body: indexBody(hashes) };
    const { body } = index;
    // As in the reference. Clients parse the body as JSON although the Content-Type is text/plain.
    const modified = { "last-modified": httpTime(clock.nowMs()) };
    if (respondIfUnmet(call, modified)) return;
    const headers = { "content-type": "text/plain; charset=utf-8", ...modified };
    call.respond(200, headers, body);
  };
}

function indexBody(hashes: ReadonlyMap<string, string>): Buffer {
  const paths = [...hashes].map(
    ([key, hash]) => `${JSON.stringify(key)}:{"serverRelativeURL":${JSON.stringify(documentUrl(key, hash))}}`,
  );
  return Buffer.from(`{"paths":{${paths.join(",")}}}`);
}

function documentUrl(key: string, hash: string): string {
  return `/openapi/v3/${key}?hash=${hash}`;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

function servePart(documents: OpenApiDocuments, key: string, { clock }: OpenApiOptions): PathHandler {
  return async (call) => {
    const form = acceptedForm(call, v3Forms);
    const body = await documents.v3(key, form?.encoding);
    if (!body) return call.respond(404, {}, Buffer.alloc(0));
    if (!form) return respondNotAcceptable(call);
    const headers = { "content-type": form.contentType, "last-modified": httpTime(documents.modifiedMs(key)) };
    const hash = textParameter(call, "hash");
    if (hash === "") {
      await writeCacheable(call, body, headers);
    } else if (hash === body.hash) {
      await writeCacheable(call, body, {
        ...headers,
        "cache-control": "public, immutable",
        expires: httpTime(clock.nowMs() + yearMs),
      });
    } else {
      const address = {
        "content-type": form.contentType,
        etag: `"${body.hash}"`,
        location: documentUrl(key, body.hash),
      };
      call.respond(301, { ...address, vary: "Accept" }, Buffer.alloc(0));
    }
  };
}

/** Returns the encoding that the client accepts, or undefined if it accepts none. */
function acceptedForm(call: Call, forms: DocumentForms): DocumentForm | undefined {
  const offers = [...forms.keys()].map((mediaType) => ({ mediaType }));
  const chosen = negotiate(call.exchange.header("accept"), { offers });
  return chosen && forms.get(chosen.mediaType);
}

/** Responds with 406. As in the reference, the response has no body. */
function respondNotAcceptable(call: Call): void {
  call.respond(406, { vary: "Accept" }, Buffer.alloc(0));
}
