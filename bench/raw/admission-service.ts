/**
 * An admission webhook as a separate program. It receives its certificate over its IPC channel, and sends its port there. It adds a label
 * to each object, and does as little as possible besides.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { ConversionServiceConfig } from "./conversion-service.ts";

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: { readonly uid: string };
}

const operations = [{ op: "add", path: "/metadata/labels", value: { seen: "yes" } }];
const patch = Buffer.from(JSON.stringify(operations)).toString("base64");

process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.on("message", ({ cert, key }: ConversionServiceConfig) => {
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) =>
    review(request, response),
  );
  server.listen({ host: "127.0.0.1", port: 0 }, () => process.send?.({ port: (server.address() as AddressInfo).port }));
});

function review(incoming: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  incoming.on("data", (piece: Buffer) => pieces.push(piece));
  incoming.on("end", () => {
    const { kind, apiVersion, request } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Review;
    const decision = { uid: request.uid, allowed: true, patchType: "JSONPatch", patch };
    const body = Buffer.from(JSON.stringify({ kind, apiVersion, response: decision }));
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
}
