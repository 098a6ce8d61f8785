/** Objects of the sizes that the figures measure, and functions that fill a server with them. */
import { Agent, request } from "node:https";
import type { FigureContext } from "./figure.ts";
import type { RequestTemplate } from "./load/connection.ts";
import type { LoadTarget } from "./load/job.ts";

/** Limit on the time to fill a server. A server that takes longer has a fault. */
const fillTimeoutMs = 180_000;

/** Headers of a request with a JSON body. */
export const jsonHeaders = { "content-type": "application/json" };

/** Returns a ConfigMap of about this many bytes. `#` in the name is the counter. */
export function configMap(name: string, bytes: number, labels: Record<string, string> = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { text: "x".repeat(bytes - 250) } };
}

/** Returns a Pod of 3 KB that looks like a Pod of a Deployment. */
export function pod(name: string): object {
  const container = (index: number): object => ({
    name: `c${index}`,
    image: `registry.example/team/service-${index}:v1.${index}.0`,
    env: Array.from({ length: 8 }, (_, n) => ({ name: `SETTING_${n}`, value: `value-of-setting-${n}` })),
    ports: [{ containerPort: 8080 + index, name: `http-${index}`, protocol: "TCP" }],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "1", memory: "512Mi" } },
    readinessProbe: { httpGet: { path: "/readyz", port: 8080 + index }, periodSeconds: 10 },
  });
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { app: "web", tier: "front", "pod-template-hash": "6d4b75cb6d" } },
    spec: { containers: [container(0), container(1)], nodeName: "node-1", serviceAccountName: "default" },
  };
}

/** Returns a Deployment of 3 KB whose Pod template is the Pod of `pod()`. `#` in the name is the counter. */
export function deployment(name: string, annotations: Record<string, string> = {}): object {
  const { metadata, spec } = pod(name) as {
    metadata: { labels: Record<string, string> };
    spec: Record<string, unknown>;
  };
  const { nodeName: _, ...podSpec } = spec;
  const { "pod-template-hash": __, ...labels } = metadata.labels;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, annotations },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  };
}

/** Returns the request that creates the object in the collection `path`. */
export function createRequest(path: string, object: object): RequestTemplate {
  return { method: "POST", path, headers: jsonHeaders, body: JSON.stringify(object) };
}

/** Creates objects whose names contain the numbers from 0 to `count - 1`. */
export async function createNumberedObjects(
  context: FigureContext,
  target: LoadTarget,
  template: RequestTemplate,
  count: number,
): Promise<void> {
  await sendNumberedRequests(context, { target, template, count, status: 201 });
}

/** Requests whose counter runs from 0 to `count - 1`. */
export interface NumberedRequests {
  readonly target: LoadTarget;
  readonly template: RequestTemplate;
  /** Number of requests. */
  readonly count: number;
  readonly status: number;
  /** Number of concurrent requests, 100 by default. */
  readonly clients?: number;
}

const fillConnections = 4;

/** Sends the requests. Resolves when all have the expected status. */
export async function sendNumberedRequests(
  { generator }: FigureContext,
  { count, clients = 100, ...rest }: NumberedRequests,
): Promise<void> {
  await generator.requests({
    ...rest,
    protocol: "h2",
    connections: fillConnections,
    streams: Math.ceil(Math.min(clients, count) / fillConnections),
    warmUpMs: 0,
    measureMs: fillTimeoutMs,
    firstNumber: 0,
    endNumber: count,
  });
}

/** A whole response. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Keeps connections open, because a TLS handshake costs the server more than most requests. */
const agent = new Agent({ keepAlive: true });

/** Sends one request on a connection that stays open. */
export function sendRequest(target: LoadTarget, template: RequestTemplate): Promise<WholeResponse> {
  const { method, path, headers, body } = template;
  return new Promise((resolve, reject) => {
    // Node does not send the length of a DELETE body by default.
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = { ...headers, ...length };
    const outgoing = request({ ...target, servername: "localhost", method, path, headers: sent, agent }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.on("end", () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces) });
      });
      incoming.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Returns the current resource version of the collection of ConfigMaps, for the start of a watch. */
export async function currentResourceVersion(target: LoadTarget): Promise<string> {
  const path = "/api/v1/namespaces/default/configmaps?limit=1";
  const { body } = await sendRequest(target, { method: "GET", path, headers: {} });
  return (JSON.parse(body.toString("utf8")) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}
