/** Configurations of PodTolerationRestriction. */
import { type ConfigurationCase, pluginCases } from "./configuration-case.ts";

const { withoutFile, withoutPart, inside, separate } = pluginCases("PodTolerationRestriction");
const type = { apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1", kind: "Configuration" };
const wrong = [{ key: "a b", operator: "Exists", value: "v", effect: "x" }, { operator: "Equal" }, { operator: "In" }];

/** Every configuration whose message is recorded. */
export const tolerationCases: readonly ConfigurationCase[] = [
  withoutFile(),
  withoutPart(),
  separate("an empty file", ""),
  separate("unknown YAML", "default: []\n"),
  inside("null", null),
  inside("an empty object", {}),
  inside("no tolerations", type),
  inside("empty lists", { ...type, default: [], whitelist: [] }),
  inside("both lists", {
    ...type,
    default: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }, { operator: "Exists" }],
    whitelist: [
      { key: "b", value: "c" },
      { key: "d", operator: "Equal", value: "e", effect: "NoSchedule" },
    ],
  }),
  inside("invalid defaults", { ...type, default: wrong }),
  inside("invalid lists", { ...type, default: [{ key: "_" }], whitelist: wrong }),
  inside("a time without an effect", { ...type, whitelist: [{ key: "a", operator: "Exists", tolerationSeconds: 5 }] }),
  inside("a number as a key", { ...type, default: [{ key: 1 }] }),
  inside("unknown members", { ...type, defaults: [], whitelist: [{ keys: "a" }] }),
  inside("another kind", { ...type, kind: "Other" }),
  inside("another version", { ...type, apiVersion: "podtolerationrestriction.admission.k8s.io/v1" }),
];
