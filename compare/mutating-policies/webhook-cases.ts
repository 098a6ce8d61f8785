/** Cases about mutating policies beside webhooks: both change the same object, and see the changes of each other. */
import type { CaseRequest, CaseServer, PolicyCase } from "../admission-policies/policy-case.ts";
import type { Behaviour } from "../admission-webhooks/webhook-server.ts";
import { webhookServer } from "../admission-webhooks/webhook-server.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1";

/** A webhook for all ConfigMaps of the namespace. */
interface Beside {
  readonly phase: "mutating" | "validating";
  readonly behaviour: Behaviour;
  readonly reinvocationPolicy?: string;
}

/** Returns the path of a configuration, which contains one webhook. */
function configurationPath(server: CaseServer, { phase }: Beside, index: number): string {
  return `${configurations}/${phase}webhookconfigurations/${server.name(`beside-${index}`)}`;
}

async function configure(server: CaseServer, listed: readonly Beside[]): Promise<readonly CaseRequest[]> {
  const webhooks = await webhookServer();
  return listed.map((one, index) => {
    const target = configurationPath(server, one, index);
    const [, collection = "", name = ""] = /^(.*)\/([^/]*)$/.exec(target) ?? [];
    const webhook = {
      name: "beside.example.com",
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": server.namespace } },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      clientConfig: { url: webhooks.urlOf(one.behaviour), caBundle: webhooks.caBundle },
      ...(one.reinvocationPolicy ? { reinvocationPolicy: one.reinvocationPolicy } : {}),
    };
    return { target: collection, body: { metadata: { name }, webhooks: [webhook] } };
  });
}

/** A policy that appends a letter to a value. */
function appending(reinvocationPolicy: string): ReturnType<PolicyCase["policies"]> {
  const expression = "Object{data: Object.data{seen: object.data.seen + 'p'}}";
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
  return [{ spec: { matchConstraints: { resourceRules: [rule] }, mutations, reinvocationPolicy } }];
}

/** A webhook that copies the value. It shows what the policy had appended when it was last called. */
const copying: Behaviour = { patch: [{ op: "copy", from: "/data/seen", path: "/data/copied" }] };
/** A webhook that changes nothing. */
const looking: Behaviour = {};
/** A webhook that removes a value, so that a later copy of the policy's work differs. */
const resetting: Behaviour = { patch: [{ op: "replace", path: "/data/seen", value: "w" }] };

function besideCase(title: string, reinvocationPolicy: string, besides: readonly Beside[]): PolicyCase {
  return {
    title: `a mutating policy beside ${title}`,
    policies: () => appending(reinvocationPolicy),
    after: (server) => configure(server, besides),
    requests: (server) => [
      {
        target: `/api/v1/namespaces/${server.namespace}/configmaps`,
        body: { metadata: { name: "beside" }, data: { seen: "x" } },
      },
      ...besides.map((one, index) => ({ target: configurationPath(server, one, index), method: "DELETE" })),
    ],
  };
}

const ifNeeded = "IfNeeded";

/** Every case. */
export const webhookCases: readonly PolicyCase[] = [
  besideCase("a webhook", "Never", [{ phase: "mutating", behaviour: copying }]),
  besideCase("a webhook that changes nothing, IfNeeded", ifNeeded, [{ phase: "mutating", behaviour: looking }]),
  besideCase("a webhook, IfNeeded", ifNeeded, [{ phase: "mutating", behaviour: copying }]),
  besideCase("a webhook that is called again", "Never", [
    { phase: "mutating", behaviour: copying, reinvocationPolicy: ifNeeded },
  ]),
  besideCase("a webhook, both called again", ifNeeded, [
    { phase: "mutating", behaviour: copying, reinvocationPolicy: ifNeeded },
  ]),
  besideCase("two webhooks", ifNeeded, [
    { phase: "mutating", behaviour: copying, reinvocationPolicy: ifNeeded },
    { phase: "mutating", behaviour: resetting },
  ]),
  besideCase("two webhooks, all called again", ifNeeded, [
    { phase: "mutating", behaviour: copying, reinvocationPolicy: ifNeeded },
    { phase: "mutating", behaviour: resetting, reinvocationPolicy: ifNeeded },
  ]),
  besideCase("a webhook that rejects", "Never", [{ phase: "validating", behaviour: { echoes: true } }]),
  besideCase("webhooks of both phases", ifNeeded, [
    { phase: "mutating", behaviour: copying },
    { phase: "validating", behaviour: { echoes: true } },
  ]),
];
