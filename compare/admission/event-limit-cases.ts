/** Configurations of EventRateLimit. */
import { type ConfigurationCase, pluginCases } from "./configuration-case.ts";

const { withoutFile, withoutPart, inside, separate } = pluginCases("EventRateLimit");
const type = { apiVersion: "eventratelimit.admission.k8s.io/v1alpha1", kind: "Configuration" };
const server = { type: "Server", qps: 10, burst: 20 };

/** Every configuration whose message is recorded. */
export const eventLimitCases: readonly ConfigurationCase[] = [
  withoutFile(),
  withoutPart(),
  separate("an empty file", ""),
  separate("a separate file", `${JSON.stringify({ ...type, limits: [server] })}\n`),
  separate(
    "YAML",
    "apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n- type: User\n",
  ),
  separate("unknown YAML", "limits: []\n"),
  inside("null", null),
  inside("an empty object", {}),
  inside("a number", 1),
  inside("no limits", type),
  inside("an empty list", { ...type, limits: [] }),
  inside("all types", {
    ...type,
    limits: [
      server,
      { type: "Namespace", qps: 1, burst: 1, cacheSize: 5 },
      { type: "User", qps: 1, burst: 1 },
      { type: "SourceAndObject", qps: 2_147_483_647, burst: 2_147_483_647, cacheSize: 0 },
    ],
  }),
  inside("the same type twice", { ...type, limits: [server, server] }),
  inside("an unknown type", { ...type, limits: [{ ...server, type: "server" }] }),
  inside("a limit without members", { ...type, limits: [{}] }),
  inside("negative numbers", { ...type, limits: [{ type: "User", qps: -1, burst: -2, cacheSize: -3 }] }),
  inside("a negative size for the server", { ...type, limits: [{ ...server, cacheSize: -3 }] }),
  inside("two limits with faults", {
    ...type,
    limits: [
      { type: "User", qps: 1 },
      { type: "User", burst: 1 },
    ],
  }),
  inside("the same fault twice", {
    ...type,
    limits: [
      { ...server, qps: 0 },
      { ...server, qps: 0 },
    ],
  }),
  inside("a fraction", { ...type, limits: [{ ...server, qps: 0.5 }] }),
  inside("a text as a number", { ...type, limits: [{ ...server, qps: "1" }] }),
  inside("a number that is too large", { ...type, limits: [{ ...server, qps: 2_147_483_648 }] }),
  inside("limits of another type", { ...type, limits: server }),
  inside("unknown members", { ...type, limit: [], limits: [{ ...server, rate: 1 }] }),
  inside("another kind", { ...type, kind: "Other", limits: [server] }),
  inside("another version", { ...type, apiVersion: "eventratelimit.admission.k8s.io/v1", limits: [server] }),
  inside("another group", { ...type, apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1" }),
];
