/** Sends the fixed requests to a server, and returns its verdicts in a form in which those of two servers can be equal. */
import { once } from "node:events";
import { connect, type SecureContextOptions } from "node:tls";
import type { WireClient } from "../../support/wire-client.ts";
import { clientCertificate } from "./client-certificates.ts";
import {
  bootstrapTokens,
  type HeaderLines,
  reviewRequests,
  type WhoAmIRequest,
  whoAmIRequests,
} from "./fixed-requests.ts";
import type { SharedCredentials } from "./shared-credentials.ts";

/** Verdict about one request: the status, and the user or the message. */
export interface Verdict {
  readonly status: number;
  readonly user?: unknown;
  readonly message?: string;
  readonly warning?: string;
}

/** A server that accepts the shared credentials. */
export interface JudgedServer {
  readonly url: string;
  readonly ca: string;
  /** Client of an administrator. */
  readonly admin: WireClient;
}

const api = "/apis/authentication.k8s.io/v1";
const secrets = "/api/v1/namespaces/kube-system/secrets";

/** Returns the status of each fixed TokenReview. The bootstrap tokens are created first. */
export async function reviewVerdicts({ admin }: JudgedServer): Promise<Readonly<Record<string, unknown>>> {
  const salt = "fixed";
  for (const { secretName: name, data: stringData } of bootstrapTokens(salt).values()) {
    const { status, text } = await admin.request(secrets, {
      body: { metadata: { name }, type: "bootstrap.kubernetes.io/token", stringData },
    });
    if (status !== 201) throw new Error(`the Secret ${name} could not be created: ${text}`);
  }
  return await verdictsOf(reviewRequests(salt), async ({ token, audiences }) => {
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token, audiences } };
    return (await admin.request(`${api}/tokenreviews`, { body })).json.status as unknown;
  });
}

/** Returns the verdict about each fixed request that asks who sends it. */
export async function whoAmIVerdicts(
  server: JudgedServer,
  credentials: SharedCredentials,
): Promise<Readonly<Record<string, Verdict>>> {
  return await verdictsOf(whoAmIRequests, async (request) => await verdictOf(request, server, credentials));
}

/** Number of requests that are sent at the same time. */
const concurrentMax = 20;

/** Sends the requests, some at a time, and returns their verdicts by title, in the same order. */
async function verdictsOf<R extends { readonly title: string }, V>(
  requests: readonly R[],
  send: (request: R) => Promise<V>,
): Promise<Readonly<Record<string, V>>> {
  const verdicts: (readonly [title: string, verdict: V])[] = [];
  for (let start = 0; start < requests.length; start += concurrentMax) {
    const sent = requests.slice(start, start + concurrentMax);
    verdicts.push(...(await Promise.all(sent.map(async (request) => [request.title, await send(request)] as const))));
  }
  return Object.fromEntries(verdicts);
}

async function verdictOf(
  { certificate, lines }: WhoAmIRequest,
  { url, ca }: JudgedServer,
  credentials: SharedCredentials,
): Promise<Verdict> {
  const identity = certificate === undefined ? {} : await clientCertificate(certificate, credentials);
  const body = '{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}';
  const text = requestText("POST", `${api}/selfsubjectreviews`, lines, body);
  const response = await exchange(url, { ca, ...identity }, text);
  const [head = "", content = ""] = response.split("\r\n\r\n", 2);
  const status = Number(head.split(" ")[1] ?? 0);
  const warning = /^warning: (.*)$/im.exec(head)?.[1]?.trim();
  const document = JSON.parse(content.slice(content.indexOf("{"), content.lastIndexOf("}") + 1)) as {
    readonly message?: string;
    readonly status?: { readonly userInfo?: unknown };
  };
  return {
    status,
    ...(status === 201 ? { user: withoutDigest(document.status?.userInfo) } : { message: document.message ?? "" }),
    ...(warning === undefined ? {} : { warning }),
  };
}

/** Replaces the digest of the certificate, which is new in each run. */
function withoutDigest(user: unknown): unknown {
  return JSON.parse(JSON.stringify(user).replace(/X509SHA256=[0-9a-f]{64}/, "X509SHA256=DIGEST"));
}

/** Returns a request as HTTP/1.1. Each character is one byte, so other letters are sent as UTF-8. */
export function requestText(method: string, target: string, lines: HeaderLines, body = ""): string {
  const all: HeaderLines = [
    ["Host", "localhost"],
    ["Connection", "close"],
    ...lines,
    ...(body === ""
      ? []
      : ([
          ["Content-Type", "application/json"],
          ["Content-Length", String(body.length)],
        ] as const)),
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.from(head + body).toString("latin1");
}

/** Sends bytes over a new connection, and returns what the server sends until it closes the connection. */
async function exchange(url: string, credentials: SecureContextOptions, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), servername: "localhost", ...credentials });
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  // The bytes before an error are the response.
  socket.on("error", () => undefined);
  socket.once("secureConnect", () => socket.write(Buffer.from(text, "latin1")));
  await once(socket, "close");
  return Buffer.concat(pieces).toString("utf8");
}
