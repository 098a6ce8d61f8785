/** Configurations of ImagePolicyWebhook. */
import { type ConfigurationCase, pluginCases } from "./configuration-case.ts";

const plugin = "ImagePolicyWebhook";
const { withoutFile, withoutPart, inside, separate } = pluginCases(plugin);

/** Returns a case with these times. Its client configuration does not exist, which the reference reports last. */
function times(title: string, members: object): ConfigurationCase {
  return inside(title, { imagePolicy: { kubeConfigFile: "/nowhere/kubeconfig", ...members } });
}

/** Every configuration whose message is recorded. */
export const imagePolicyCases: readonly ConfigurationCase[] = [
  withoutFile(),
  withoutPart(),
  {
    title: `${plugin}: the old form of the file`,
    files: { "admission.yaml": "imagePolicy: {kubeConfigFile: /nowhere/kubeconfig}\n" },
    enabled: plugin,
  },
  separate("an empty file", ""),
  separate("invalid YAML", "a: [\n"),
  separate("a list", "- a\n"),
  separate("other YAML", "imagePolicy:\n  allowTTL: x\n"),
  separate("other JSON", '{"imagePolicy": {"allowTTL": "x"}}\n'),
  inside("null", null),
  inside("an empty object", {}),
  inside("a number", 1),
  inside("a text", "a"),
  inside("an empty policy", { imagePolicy: {} }),
  inside("a policy of another type", { imagePolicy: [] }),
  inside("a number as a file", { imagePolicy: { kubeConfigFile: 1 } }),
  inside("a text as a default", { imagePolicy: { defaultAllow: "true" } }),
  inside("a fraction as a time", { imagePolicy: { allowTTL: 1.5 } }),
  times("a missing client configuration", {}),
  times("unknown members", { other: 1 }),
  times("no times", { allowTTL: 0, denyTTL: 0, retryBackoff: 0 }),
  times("disabled times", { allowTTL: -1, denyTTL: -1, retryBackoff: -1 }),
  times("an allowed time that is too short", { allowTTL: 1 }),
  times("the shortest allowed time", { allowTTL: 2 }),
  times("the longest allowed time", { allowTTL: 1800 }),
  times("an allowed time that is too long", { allowTTL: 1801 }),
  times("a negative allowed time", { allowTTL: -2 }),
  times("a denied time that is too short", { denyTTL: 1 }),
  times("a denied time that is too long", { denyTTL: 5000 }),
  times("a backoff that is too long", { retryBackoff: 300_001 }),
  times("the longest backoff", { retryBackoff: 300_000 }),
  times("a negative backoff", { retryBackoff: -5 }),
  times("a long time", { allowTTL: 123_456_789 }),
];
