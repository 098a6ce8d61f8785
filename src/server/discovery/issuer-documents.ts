/** The documents with which other programs verify the tokens that this server issues. */
import { methodNotAllowed } from "../../meta/status-error.ts";
import type { DescribedPath } from "../openapi/plain-operations.ts";
import { requireRepresentation } from "../output/negotiate-output.ts";
import type { PathHandler, PathTable } from "../route.ts";

/** A document about the issuer of tokens. */
export interface PublishedDocument extends DescribedPath {
  /** Returns the document, as JSON. Called for each request. */
  readonly render: () => Promise<string>;
}

/** How long clients may cache the documents, as in the reference. */
const cacheSeconds = 3600;

/** Serves the documents, with or without a slash at the end of their paths. */
export function installIssuerDocuments(paths: PathTable, documents: readonly PublishedDocument[]): void {
  for (const document of documents) paths.addEither(document.path, handlerOf(document));
}

function handlerOf({ mediaType, render }: PublishedDocument): PathHandler {
  const headers = { "content-type": mediaType, "cache-control": `public, max-age=${cacheSeconds}` };
  return async (call) => {
    if (call.method !== "GET") throw methodNotAllowed();
    requireRepresentation(call, [mediaType]);
    call.respond(200, headers, Buffer.from(await render()));
  };
}
