/** Webhooks that change objects, or accept and reject requests: what they see, and what follows from their answers. */
import { setTimeout } from "node:timers/promises";
import { webhookCases } from "../../admission-webhooks/cases.ts";
import type { CaseWebhook, WebhookCase } from "../../admission-webhooks/webhook-case.ts";
import { type WebhookServer, webhookServer } from "../../admission-webhooks/webhook-server.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../../suite.ts";

/** The time until the reference's caches have the configurations and the namespaces. */
const refreshMs = 1500;
const group = "/apis/admissionregistration.k8s.io/v1";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates webhook configurations, and sends requests to which they apply. */
export const admissionWebhooks: Suite = {
  name: "admission-webhooks",
  covers: "admission webhooks: reviews, patches, order, reinvocation, matching, failures, warnings",
  usesNamespaces: true,
  rewriteBody: withSortedCustomObject,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    for (const one of webhookCases) yield { title: one.title, run: (server) => runCase(server, one) };
  },
};

async function runCase(server: ComparedServer, one: WebhookCase): Promise<void> {
  const webhooks = await webhookServer();
  const definition = one.definition?.(server);
  if (definition) await establish(server, definition);
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
  if (definition) await server.prepare(`${definitions}/${definition.metadata.name}`, { method: "DELETE" });
}

/**
 * Sorts the members of custom objects in reviews that messages show. They differ from those of the reference in the same way as in
 * responses (docs/differences.md).
 */
function withSortedCustomObject(body: string): string {
  if (!body.includes('\\"apiVersion\\":\\"admission.k8s.io/') || !body.includes(".example.com/")) return body;
  const status: Json = JSON.parse(body);
  const [, before = "", review = "{}", after = ""] = /^(.*?)(\{.*\})(\s*)$/s.exec(status.message) ?? [];
  return JSON.stringify({ ...status, message: `${before}${JSON.stringify(sorted(JSON.parse(review)))}${after}` });
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

async function establish(server: ComparedServer, definition: Json): Promise<void> {
  await server.prepare(definitions, { body: definition });
  await server.until(`${definitions}/${definition.metadata.name}`, ({ json }) => {
    const conditions: readonly Json[] = json.status?.conditions ?? [];
    return conditions.some(({ type, status }) => type === "Established" && status === "True");
  });
}

function webhookOf(
  server: ComparedServer,
  webhooks: WebhookServer,
  { behaviour = {}, spec = {} }: CaseWebhook,
  name: string,
): Json {
  const { clientConfig, ...others }: Json = typeof spec === "function" ? spec(server) : spec;
  return {
    name: `${name}.example.com`,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    // Other scenarios run at the same time, so each webhook applies to one namespace.
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": server.namespace } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
    clientConfig: clientConfig ?? { url: webhooks.urlOf(behaviour), caBundle: webhooks.caBundle },
    ...others,
  };
}
