/** A webhook that reviews tokens, access or images, on TLS with client certificates, and its client configuration file. */
import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "./client-authority.ts";

/** A request that the webhook received. */
export interface ReceivedReview<Review> {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  /** Common name of the client's certificate. */
  readonly clientName: string;
  readonly body: Review;
}

/** Response of the webhook. */
export interface ReviewResponse {
  /** Default: 200. */
  readonly status?: number;
  /** Default: the Content-Type of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the response to a review. Undefined closes the connection. */
export type Respond<Review> = (
  review: Review,
  count: number,
) => ReviewResponse | undefined | Promise<ReviewResponse | undefined>;

/** A running webhook. */
export interface ReviewWebhook<Review> extends AsyncDisposable {
  readonly received: ReceivedReview<Review>[];
  readonly url: string;
  /** Writes a client configuration file for the webhook, with changes of its text. Returns its path. */
  writeConfig(change?: (text: string) => string): string;
}

/** Starts a webhook. @param decide gets the review and the number of reviews so far */
export async function startReviewWebhook<Review>(decide: Respond<Review>): Promise<ReviewWebhook<Review>> {
  const authority = await ClientAuthority.create();
  const folder = new TemporaryDirectory();
  const received: ReceivedReview<Review>[] = [];
  const identity = await authority.issue({ name: "webhook", usage: "serverAuth", hosts: ["127.0.0.1"] });
  const respond = async (body: Review, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers, socket } = request;
    const clientName = String((socket as TLSSocket).getPeerCertificate().subject.CN);
    received.push({ method, url, headers, clientName, body });
    const reply = await decide(body, received.length);
    if (!reply) socket.destroy();
    else
      response.writeHead(reply.status ?? 200, reply.headers ?? { "content-type": "application/json" }).end(reply.body);
  };
  const server = createServer(
    { ...identity, ca: authority.certificate, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      void text(request).then((content) => respond(JSON.parse(content) as Review, request, response));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/review`;
  const client = await authority.issue({ name: "api-server" });
  const write = (name: string, text: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  };
  write("ca.crt", authority.certificate);
  write("client.crt", client.cert);
  write("client.key", client.key);
  return {
    received,
    url,
    writeConfig: (change = (text) => text) => write("webhook.yaml", change(configText(url))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      authority[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function configText(url: string): string {
  return `apiVersion: v1
kind: Config
clusters:
- name: webhook
  cluster: { server: ${JSON.stringify(url)}, certificate-authority: ca.crt }
users:
- name: api-server
  user: { client-certificate: client.crt, client-key: client.key }
contexts:
- name: only
  context: { cluster: webhook, user: api-server }
current-context: only
`;
}
