/** Objects of the sizes that figures speak of, and how a store is filled with them. */
import { Agent, request } from "node:https";
import type { Context } from "./figure.ts";
import type { RequestTemplate } from "./load/connection.ts";
import type { Target } from "./load/job.ts";

/** A store that takes longer to fill is broken. */
const fillPatienceMs = 180_000;

export const json = { "content-type": "application/json" };

/** A ConfigMap of so many bytes, more or less; `#` in the name is the counter. */
export function configMap(name: string, bytes: number, labels: Record<string, string> = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { text: "x".repeat(bytes - 250) } };
}

/** A Pod of 3 KB, of the kind that a Deployment makes. */
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

/** A Deployment of 3 KB that makes such Pods, with these annotations; `#` in the name is the counter. */
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

export function createOf(path: string, object: object): RequestTemplate {
  return { method: "POST", path, headers: json, body: JSON.stringify(object) };
}

/** Creates objects whose names are numbered, from 0 up to, not including, `count`. */
export async function fill(context: Context, target: Target, template: RequestTemplate, count: number): Promise<void> {
  await askEach(context, { target, template, count, status: 201 });
}

export interface Numbered {
  readonly target: Target;
  readonly template: RequestTemplate;
  /** So many requests, whose numbers count from 0. */
  readonly count: number;
  readonly status: number;
  /** How many are under way at a time; default 100. */
  readonly clients?: number;
}

const fillConnections = 4;

/** Sends so many requests, and resolves when all are answered. */
export async function askEach({ generator }: Context, { count, clients = 100, ...rest }: Numbered): Promise<void> {
  await generator.requests({
    ...rest,
    protocol: "h2",
    connections: fillConnections,
    streams: Math.ceil(Math.min(clients, count) / fillConnections),
    warmUpMs: 0,
    measureMs: fillPatienceMs,
    firstNumber: 0,
    endNumber: count,
  });
}

export interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A handshake costs the server more than most requests. */
const agent = new Agent({ keepAlive: true });

/** One request, on a connection that is kept. */
export function ask(target: Target, template: RequestTemplate): Promise<Asked> {
  const { method, path, headers, body } = template;
  return new Promise((resolve, reject) => {
    // Node does not say by itself how long the body of a deletion is.
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

/** The version of the collection of ConfigMaps as it is now, from which a watch can start. */
export async function revisionOf(target: Target): Promise<string> {
  const path = "/api/v1/namespaces/default/configmaps?limit=1";
  const { body } = await ask(target, { method: "GET", path, headers: {} });
  return (JSON.parse(body.toString("utf8")) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}
