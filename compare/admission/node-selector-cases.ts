/** Configurations of PodNodeSelector. The reference ignores faults in them. */
import { type ConfigurationCase, pluginCases } from "./configuration-case.ts";

const plugin = "PodNodeSelector";
const { withoutFile, withoutPart, inside, separate } = pluginCases(plugin);

/** Every configuration whose message is recorded. */
export const nodeSelectorCases: readonly ConfigurationCase[] = [
  withoutFile(),
  withoutPart(),
  {
    title: `${plugin}: the old form of the file`,
    files: { "admission.yaml": "podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: a=b}\n" },
    enabled: plugin,
  },
  separate("an empty file", ""),
  separate("YAML", "podNodeSelectorPluginConfig:\n  clusterDefaultNodeSelector: a=b\n  shop: c=d\n"),
  separate("invalid YAML", "a: [\n"),
  separate("a list", "- a\n"),
  separate("two documents", "podNodeSelectorPluginConfig: {a: b}\n---\npodNodeSelectorPluginConfig: {a: c}\n"),
  inside("null", null),
  inside("an empty object", {}),
  inside("a number", 1),
  inside("selectors", { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: "a=b", shop: "c=d" } }),
  inside("an invalid selector", { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: "a" } }),
  inside("a number as a selector", { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 1 } }),
  inside("unknown members", { other: 1, podNodeSelectorPluginConfig: null }),
];
