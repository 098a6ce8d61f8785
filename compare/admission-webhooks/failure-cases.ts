/** Cases about webhooks that cannot be called. */
import type { CaseServer } from "../admission-policies/policy-case.ts";
import type { Json } from "../suite.ts";
import { createMap } from "./requests.ts";
import type { WebhookCase } from "./webhook-case.ts";

const unreachable = "https://127.0.0.1:1/";

/** Locations, each in a separate case. */
const locations: Readonly<Record<string, (server: CaseServer) => Json>> = {
  "a closed port": () => ({ url: unreachable }),
  "a closed port and a path": () => ({ url: `${unreachable}a/b%20c` }),
  "a missing Service": ({ namespace }) => ({ service: { namespace, name: "missing" } }),
  "a missing Service with a path and a port": ({ namespace }) => ({
    service: { namespace, name: "missing", path: "/x/y", port: 8443 },
  }),
  "a Service in a missing namespace": () => ({ service: { namespace: "missing", name: "missing" } }),
};

function locationCase([title, clientConfig]: readonly [string, (server: CaseServer) => Json]): WebhookCase {
  const spec =
    (failurePolicy: string) =>
    (server: CaseServer): Json => ({
      failurePolicy,
      clientConfig: clientConfig(server),
      objectSelector: { matchLabels: { policy: failurePolicy } },
    });
  const webhooks = [[{ spec: spec("Fail") }, { spec: spec("Ignore") }]];
  return {
    title: `a webhook at ${title}`,
    mutating: webhooks,
    requests: (server) =>
      ["Fail", "Ignore"].map((policy) => createMap(server, policy.toLowerCase(), { metadata: { labels: { policy } } })),
  };
}

/** Cases about failures. */
export const failureCases: readonly WebhookCase[] = [
  ...Object.entries(locations).map(locationCase),
  {
    title: "a webhook that is not trusted",
    validating: [
      [
        {
          behaviour: {},
          spec: (server: CaseServer) => ({
            objectSelector: { matchLabels: { of: server.name("x") } },
            timeoutSeconds: 1,
          }),
        },
      ],
    ],
    requests: (server) => [createMap(server, "a", { metadata: { labels: { of: server.name("x") } } })],
  },
  {
    title: "a webhook that does not answer in time",
    mutating: [
      [
        {
          behaviour: { delayMs: 4000 },
          spec: { timeoutSeconds: 1, objectSelector: { matchLabels: { policy: "fail" } } },
        },
        {
          behaviour: { delayMs: 4000 },
          spec: { timeoutSeconds: 1, failurePolicy: "Ignore", objectSelector: { matchLabels: { policy: "ignore" } } },
        },
      ],
    ],
    requests: (server) =>
      ["fail", "ignore"].map((policy) => createMap(server, policy, { metadata: { labels: { policy } } })),
  },
  {
    title: "a request whose time is shorter than that of the webhook",
    mutating: [[{ behaviour: { echoes: true }, spec: { timeoutSeconds: 20 } }]],
    requests: (server) => [
      createMap(server, "a", undefined, "?timeout=7s"),
      createMap(server, "b", undefined, "?timeout=6500ms"),
      createMap(server, "c", undefined, "?timeout=50s"),
    ],
  },
  {
    title: "no known version of the review",
    validating: [[{ spec: { admissionReviewVersions: ["v1beta1"] } }]],
    requests: (server) => [createMap(server, "a")],
  },
  {
    title: "the first of two denials",
    validating: [
      [
        { behaviour: { response: { allowed: false, status: { message: "one" } } } },
        { behaviour: { delayMs: 500, response: { allowed: false, status: { message: "two" } } } },
      ],
    ],
    requests: (server) => [createMap(server, "a")],
  },
];
