/** Policies, webhooks and quotas for the figures about admission. */
import { jsonHeaders, sendRequest } from "../../objects.ts";
import type { OrchServer } from "../../orch-server.ts";

const group = "/apis/admissionregistration.k8s.io/v1";

/** Sends a write, and checks that it succeeds. */
export async function write({ target }: OrchServer, method: "POST" | "PUT", path: string, body: object): Promise<void> {
  const answer = await sendRequest(target, { method, path, headers: jsonHeaders, body: JSON.stringify(body) });
  if (answer.status >= 300)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body.toString("utf8")}`);
}

function rulesFor(resource: string): object[] {
  return [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: [resource] }];
}

/** Creates a policy with three expressions, and its binding. */
export async function createPolicy(server: OrchServer, name: string, resource: string): Promise<void> {
  await write(server, "POST", `${group}/validatingadmissionpolicies`, {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: rulesFor(resource) },
      validations: [
        { expression: "size(object.metadata.name) < 100" },
        { expression: "!has(object.metadata.labels) || object.metadata.labels.all(key, key != 'forbidden')" },
        { expression: "request.operation == 'CREATE' || object.metadata.name == oldObject.metadata.name" },
      ],
    },
  });
  await write(server, "POST", `${group}/validatingadmissionpolicybindings`, {
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  });
}

/** Creates a configuration with one webhook. */
export async function createWebhook(
  server: OrchServer,
  phase: "mutating" | "validating",
  name: string,
  webhook: { readonly resource: string; readonly clientConfig: object },
): Promise<void> {
  const { resource, clientConfig } = webhook;
  const spec = {
    name: `${name}.example.com`,
    clientConfig,
    rules: rulesFor(resource),
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
  };
  await write(server, "POST", `${group}/${phase}webhookconfigurations`, { metadata: { name }, webhooks: [spec] });
}

/** Creates a namespace. */
export async function createNamespace(server: OrchServer, name: string, labels: object = {}): Promise<void> {
  await write(server, "POST", "/api/v1/namespaces", { metadata: { name, labels } });
}

/** Creates a quota that limits ConfigMaps, with the status that a controller would give it. */
export async function createQuota(
  server: OrchServer,
  namespace: string,
  hard: Readonly<Record<string, string>>,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
  const metadata = { name: "limits" };
  await write(server, "POST", path, { metadata, spec: { hard } });
  const used = Object.fromEntries(Object.keys(hard).map((name) => [name, "0"]));
  await write(server, "PUT", `${path}/limits/status`, { metadata, spec: { hard }, status: { hard, used } });
}
