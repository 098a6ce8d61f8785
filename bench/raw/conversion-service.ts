/**
 * A conversion webhook as a separate program. It receives its certificate over its IPC channel, and sends its port there. It converts
 * all fields of an object by copying them, so that it does as little as possible.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** The message that configures the service. */
export interface ConversionServiceConfig {
  readonly cert: string;
  readonly key: string;
}

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly { apiVersion: string }[];
  };
}

process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.on("message", ({ cert, key }: ConversionServiceConfig) => {
  const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) =>
    convert(request, response),
  );
  server.listen({ host: "127.0.0.1", port: 0 }, () => process.send?.({ port: (server.address() as AddressInfo).port }));
});

function convert(incoming: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  incoming.on("data", (piece: Buffer) => pieces.push(piece));
  incoming.on("end", () => {
    const { kind, apiVersion, request } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Review;
    for (const object of request.objects) object.apiVersion = request.desiredAPIVersion;
    const result = { uid: request.uid, convertedObjects: request.objects, result: { status: "Success" } };
    const body = Buffer.from(JSON.stringify({ kind, apiVersion, response: result }));
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
}
