/** Files for `--admission-control-config-file`. */
import { type ConfigurationCase, configurationType as type } from "./configuration-case.ts";
import { eventLimitCases } from "./event-limit-cases.ts";
import { imagePolicyCases } from "./image-policy-cases.ts";
import { nodeSelectorCases } from "./node-selector-cases.ts";
import { tolerationCases } from "./toleration-cases.ts";
import { webhookPluginCases } from "./webhook-plugin-cases.ts";

const securityType = { apiVersion: "pod-security.admission.config.k8s.io/v1", kind: "PodSecurityConfiguration" };

/** Returns a case with one file. */
function file(title: string, content: string): ConfigurationCase {
  return { title, files: { "admission.yaml": content } };
}

/** Returns a case with a configuration of PodSecurity inside the file. */
function security(title: string, configuration: unknown): ConfigurationCase {
  const plugins = JSON.stringify([{ name: "PodSecurity", configuration }]);
  return file(`PodSecurity: ${title}`, `${type}plugins: ${plugins}\n`);
}

const quotaType = { apiVersion: "apiserver.config.k8s.io/v1", kind: "ResourceQuotaConfiguration" };

/** Returns a case with a configuration of ResourceQuota inside the file. */
function quota(title: string, configuration: unknown): ConfigurationCase {
  const plugins = JSON.stringify([{ name: "ResourceQuota", configuration }]);
  return file(`ResourceQuota: ${title}`, `${type}plugins: ${plugins}\n`);
}

/** Every file whose message is recorded. */
export const configurationCases: readonly ConfigurationCase[] = [
  file("nothing", ""),
  file("only white space", "\n\n"),
  file("no type", "plugins: []\n"),
  file("no version", "kind: AdmissionConfiguration\n"),
  file("a list", "- a\n"),
  file("a text", "a\n"),
  file("invalid YAML", "a: [\n"),
  file("a version that does not exist", "apiVersion: apiserver.config.k8s.io/v2\nkind: AdmissionConfiguration\n"),
  file("a malformed version", "apiVersion: a/b/c\nkind: AdmissionConfiguration\n"),
  file("another kind", "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n"),
  file("another kind of the old group", "apiVersion: apiserver.k8s.io/v1alpha1\nkind: EgressSelectorConfiguration\n"),
  file("the old group", "apiVersion: apiserver.k8s.io/v1alpha1\nkind: AdmissionConfiguration\nplugins: []\n"),
  file(
    "the old version in the new group",
    "apiVersion: apiserver.config.k8s.io/v1alpha1\nkind: AdmissionConfiguration\n",
  ),
  file("no plugins", type),
  file("a plugin without a name", `${type}plugins: [{}]\n`),
  file("an unknown plugin", `${type}plugins: [{name: Unknown, configuration: {a: 1}}]\n`),
  file("an unknown member", `${type}plugin: []\n`),
  file("an unknown member of a plugin", `${type}plugins: [{name: PodSecurity, paths: x}]\n`),
  file("a repeated member", `${type}plugins: []\nplugins: []\n`),
  file("plugins of another type", `${type}plugins: {}\n`),
  file("a name of another type", `${type}plugins: [{name: 1}]\n`),
  file("JSON", `{"apiVersion":"apiserver.config.k8s.io/v1","kind":"AdmissionConfiguration","plugins":null}`),
  file("the file of an old plugin", "podNodeSelectorPluginConfig: {a: b}\n"),
  file("an old plugin beside plugins", `${type}plugins: []\nimagePolicy: {}\n`),
  {
    title: "a file of a plugin",
    files: {
      "admission.yaml": `${type}plugins: [{name: PodSecurity, path: a.yaml}]\n`,
      "a.yaml": JSON.stringify(securityType),
    },
  },
  {
    title: "an empty file of a plugin",
    files: { "admission.yaml": `${type}plugins: [{name: PodSecurity, path: a.yaml}]\n`, "a.yaml": "" },
  },
  {
    title: "an invalid file of a plugin",
    files: { "admission.yaml": `${type}plugins: [{name: PodSecurity, path: a.yaml}]\n`, "a.yaml": "a: b\n" },
  },
  {
    title: "a file beside a configuration",
    files: {
      "admission.yaml": `${type}plugins: [{name: PodSecurity, path: a.yaml, configuration: ${JSON.stringify(securityType)}}]\n`,
      "a.yaml": "a: b\n",
    },
  },
  file(
    "a plugin twice",
    `${type}plugins: [{name: PodSecurity, configuration: ${JSON.stringify(securityType)}}, {name: PodSecurity, configuration: {a: 1}}]\n`,
  ),
  security("null", null),
  security("a number", 1),
  security("a text", "a"),
  security("an empty object", {}),
  security("no version", { kind: "PodSecurityConfiguration", defaults: {}, a: 1 }),
  security("an old version", { ...securityType, apiVersion: "pod-security.admission.config.k8s.io/v1alpha1" }),
  security("the version before", {
    ...securityType,
    apiVersion: "pod-security.admission.config.k8s.io/v1beta1",
    defaults: { enforce: "baseline" },
  }),
  security("a version that does not exist", { ...securityType, apiVersion: "pod-security.admission.config.k8s.io/v2" }),
  security("another kind", { ...securityType, kind: "Other" }),
  security("everything", {
    ...securityType,
    defaults: {
      enforce: "baseline",
      "enforce-version": "v1.20",
      audit: "restricted",
      "audit-version": "latest",
      warn: "privileged",
      "warn-version": "v1.99",
    },
    exemptions: { usernames: ["a:b"], namespaces: ["kube-system"], runtimeClasses: ["a.b"] },
  }),
  security("unknown members", { ...securityType, other: 1, defaults: { enforced: "x" }, exemptions: { users: [] } }),
  security("an invalid level", { ...securityType, defaults: { enforce: "x" } }),
  security("an invalid version", { ...securityType, defaults: { "warn-version": "1.2" } }),
  security("invalid defaults", {
    ...securityType,
    defaults: {
      enforce: "x",
      "enforce-version": "x",
      audit: "y",
      "audit-version": "v2",
      warn: "Baseline",
      "warn-version": "v1.01",
    },
  }),
  security("a level of another type", { ...securityType, defaults: { enforce: 1 } }),
  security("empty values", { ...securityType, defaults: { enforce: "", "enforce-version": "" } }),
  security("an exempt namespace with an invalid name", { ...securityType, exemptions: { namespaces: ["A"] } }),
  security("invalid exemptions", {
    ...securityType,
    exemptions: { namespaces: ["A_", "a", "a"], usernames: ["", "b", "b"], runtimeClasses: ["_", "c", "c"] },
  }),
  security("invalid defaults and exemptions", {
    ...securityType,
    defaults: { audit: "x" },
    exemptions: { namespaces: ["A"] },
  }),
  {
    title: "ResourceQuota: an empty file",
    files: { "admission.yaml": `${type}plugins: [{name: ResourceQuota, path: a.yaml}]\n`, "a.yaml": "" },
  },
  quota("null", null),
  quota("nothing limited", quotaType),
  quota("everything", {
    ...quotaType,
    limitedResources: [
      {
        apiGroup: "apps",
        resource: "deployments",
        matchContains: ["count/"],
        matchScopes: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }],
      },
    ],
  }),
  quota("an old version", {
    apiVersion: "resourcequota.admission.k8s.io/v1alpha1",
    kind: "Configuration",
    limitedResources: [{ resource: "pods" }],
  }),
  quota("the version before", {
    apiVersion: "resourcequota.admission.k8s.io/v1beta1",
    kind: "Configuration",
    limitedResources: [{ resource: "pods" }],
  }),
  quota("the old kind in the new group", { ...quotaType, kind: "Configuration" }),
  quota("the new kind in the old group", { ...quotaType, apiVersion: "resourcequota.admission.k8s.io/v1beta1" }),
  quota("another kind of the group", { ...quotaType, kind: "AdmissionConfiguration" }),
  quota("a version that does not exist", { ...quotaType, apiVersion: "apiserver.config.k8s.io/v2" }),
  quota("unknown members", { ...quotaType, limited: [], limitedResources: [{ resource: "pods", group: "" }] }),
  quota("a resource without a name", { ...quotaType, limitedResources: [{}] }),
  quota("resources without names", {
    ...quotaType,
    limitedResources: [{ apiGroup: "a" }, { resource: "a" }, { resource: "" }],
  }),
  quota("a resource of another type", { ...quotaType, limitedResources: [{ resource: 1 }] }),
  quota("a scope of another type", { ...quotaType, limitedResources: [{ resource: "pods", matchScopes: ["a"] }] }),
  quota("an unknown scope", {
    ...quotaType,
    limitedResources: [{ resource: "pods", matchScopes: [{ scopeName: "a", operator: "b" }] }],
  }),
  ...eventLimitCases,
  ...nodeSelectorCases,
  ...tolerationCases,
  ...imagePolicyCases,
  ...webhookPluginCases,
];
