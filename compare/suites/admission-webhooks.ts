/** Webhooks that change objects, or accept and reject requests: what they see, and what follows from their answers. */
import { setTimeout } from "node:timers/promises";
import { webhookCases } from "../admission-webhooks/cases.ts";
import type { CaseWebhook, WebhookCase } from "../admission-webhooks/webhook-case.ts";
import { type WebhookServer, webhookServer } from "../admission-webhooks/webhook-server.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";

/** The time until the reference's caches have the configurations and the namespaces. */
const refreshMs = 1500;
const group = "/apis/admissionregistration.k8s.io/v1";

/** Creates webhook configurations, and sends requests to which they apply. */
export const admissionWebhooks: Suite = {
  name: "admission-webhooks",
  covers: "admission webhooks: reviews, patches, order, reinvocation, matching, failures, warnings",
  usesNamespaces: true,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    for (const one of webhookCases) yield { title: one.title, run: (server) => runCase(server, one) };
  },
};

async function runCase(server: ComparedServer, one: WebhookCase): Promise<void> {
  const webhooks = await webhookServer();
  for (const request of one.before?.(server) ?? []) await server.prepare(request.target, request);
  const written: string[] = [];
  for (const [kind, resource, listed] of [
    ["mutating", "mutatingwebhookconfigurations", one.mutating ?? []],
    ["validating", "validatingwebhookconfigurations", one.validating ?? []],
  ] as const) {
    for (const [index, configuration] of listed.entries()) {
      const name = server.name(`${kind}-${index}`);
      const body = {
        metadata: { name },
        webhooks: configuration.map((webhook, position) => webhookOf(server, webhooks, webhook, `w${position}`)),
      };
      await server.prepare(`${group}/${resource}`, { body });
      written.push(`${group}/${resource}/${name}`);
    }
  }
  await setTimeout(refreshMs);
  for (const request of one.requests(server)) await server.send(request.target, request);
  for (const target of written.toReversed()) await server.prepare(target, { method: "DELETE" });
}

function webhookOf(
  server: ComparedServer,
  { caBundle, urlOf }: WebhookServer,
  { behaviour = {}, spec = {} }: CaseWebhook,
  name: string,
): Json {
  const { clientConfig, ...others } = typeof spec === "function" ? spec(server) : spec;
  return {
    name: `${name}.example.com`,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    // Other scenarios run at the same time, so each webhook applies to one namespace.
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": server.namespace } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
    clientConfig: clientConfig ?? { url: urlOf(behaviour), caBundle },
    ...others,
  };
}
