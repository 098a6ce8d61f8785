/**
 * The webhook server of the suite `admission-webhooks`. Both compared servers call the same one. The URL of a webhook contains its
 * behaviour, so the server has no state.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { ClientAuthority } from "../../test/support/client-authority.ts";
import type { Json } from "../suite.ts";

/** The response of a webhook to each review. */
export interface Behaviour {
  /** Members of the response besides the uid. Default: it allows the request. */
  readonly response?: Json;
  /** A JSON patch that the response contains. */
  readonly patch?: Json;
  /** Whether the webhook denies the request with the whole review as the message. */
  readonly echoes?: boolean;
  /** Members of the review that replace the usual ones. Null removes a member. */
  readonly review?: Json;
  /** Text that is sent instead of a review. */
  readonly text?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Whether the connection is closed without a response. */
  readonly closes?: boolean;
}

/** A running server. */
export interface WebhookServer {
  /** Certificates that verify the server, in base64. */
  readonly caBundle: string;
  readonly port: number;
  /** Returns the URL of a webhook with this behaviour. */
  urlOf(behaviour: Behaviour): string;
}

let running: Promise<WebhookServer> | undefined;

/** Returns the server. It starts at the first call, and ends with the process. */
export function webhookServer(): Promise<WebhookServer> {
  running ??= start();
  return running;
}

async function start(): Promise<WebhookServer> {
  const authority = await ClientAuthority.create();
  const hosts = ["127.0.0.1", "localhost"];
  const certificate = await authority.issue({ name: "webhook", usage: "serverAuth", hosts });
  const server = createServer({ ...certificate }, (request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    caBundle: Buffer.from(authority.certificate).toString("base64"),
    port,
    urlOf: (behaviour) => `https://127.0.0.1:${port}/${Buffer.from(JSON.stringify(behaviour)).toString("base64url")}`,
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const [path = ""] = (request.url ?? "").slice(1).split("?");
  const behaviour = JSON.parse(Buffer.from(path, "base64url").toString()) as Behaviour;
  if (behaviour.delayMs !== undefined) await setTimeout(behaviour.delayMs);
  if (behaviour.closes) return void request.socket.destroy();
  const body =
    behaviour.text ?? JSON.stringify(reviewOf(behaviour, Buffer.concat(pieces).toString(), request.url ?? ""));
  response.writeHead(behaviour.status ?? 200, { "content-type": "application/json", ...behaviour.headers });
  response.end(body);
}

function reviewOf({ response, patch, echoes, review }: Behaviour, received: string, url: string): Json {
  const { kind, apiVersion, request } = JSON.parse(received);
  const timeout = new URL(url, "https://webhook").searchParams.get("timeout");
  const echoed = echoes ? { allowed: false, status: { message: `${String(timeout)} ${received}` } } : {};
  const patched = patch ? { patch: Buffer.from(JSON.stringify(patch)).toString("base64"), patchType: "JSONPatch" } : {};
  const answer = { uid: request.uid, allowed: true, ...patched, ...echoed, ...response };
  return withoutNulls({ kind, apiVersion, response: withoutNulls(answer), ...review });
}

function withoutNulls(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
