/** The file of plugins for the suite `admission-configured`, and the webhook about images that both servers ask. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ReviewResponse, type ReviewWebhook, startReviewWebhook } from "../../test/support/review-webhook.ts";

/** A namespace whose Pods may only select the labels of `namespaceSelector`. */
export const selectingNamespace = "configured-selectors";
/** A namespace whose entry in the configuration is malformed. */
export const malformedNamespace = "configured-malformed";

/** The ImageReview of a request. */
interface ImageReview {
  readonly spec: { readonly containers?: readonly { readonly image?: string }[] };
}

/** Plugins that the flag enables. */
export const configuredPlugins = [
  "EventRateLimit",
  "ImagePolicyWebhook",
  "PodNodeSelector",
  "PodTolerationRestriction",
];

/** Starts the webhook. It decides by the beginning of the first image. */
export async function startImageWebhook(): Promise<ReviewWebhook<unknown>> {
  return await startReviewWebhook<unknown>((review) =>
    decide((review as ImageReview).spec.containers?.[0]?.image ?? ""),
  );
}

function reviewed(status: object, type: object = {}): ReviewResponse {
  const typed = { kind: "ImageReview", apiVersion: "imagepolicy.k8s.io/v1alpha1", ...type };
  return { body: JSON.stringify({ ...typed, status }) };
}

const answers: Readonly<Record<string, ReviewResponse>> = {
  deny: reviewed({ allowed: false }),
  reason: reviewed({ allowed: false, reason: 'no "such" <image>' }),
  audit: reviewed({ allowed: true, auditAnnotations: { a: "b", "c/d": "e" } }),
  code: { status: 404, body: "" },
  server: { status: 500, headers: { "content-type": "text/plain" }, body: "broken\n" },
  busy: { status: 503, body: "{}" },
  empty: { body: "" },
  text: { body: '"text"' },
  kind: reviewed({ allowed: true }, { kind: "Other" }),
  version: reviewed({ allowed: true }, { apiVersion: "imagepolicy.k8s.io/v1" }),
  type: reviewed({ allowed: "yes" }),
  annotations: reviewed({ allowed: true, auditAnnotations: { a: 1 } }),
};

/** Names of images about which the webhook decides differently. */
export const imageNames = ["good", ...Object.keys(answers)];

function decide(image: string): ReviewResponse {
  return answers[/^[a-z]+/.exec(image)?.[0] ?? ""] ?? reviewed({ allowed: true });
}

/** Writes the file of plugins into a folder. Returns the flag that names it. */
export function writeConfiguration(folder: string, webhook: ReviewWebhook<unknown>): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "admission.json");
  const configurations = {
    EventRateLimit: {
      apiVersion: "eventratelimit.admission.k8s.io/v1alpha1",
      kind: "Configuration",
      limits: [
        { type: "Namespace", qps: 1, burst: 6 },
        { type: "SourceAndObject", qps: 1, burst: 2, cacheSize: 100 },
      ],
    },
    ImagePolicyWebhook: {
      imagePolicy: { kubeConfigFile: webhook.writeConfig(), allowTTL: -1, denyTTL: 2, retryBackoff: 1 },
    },
    PodNodeSelector: {
      podNodeSelectorPluginConfig: {
        clusterDefaultNodeSelector: "disk=ssd",
        [selectingNamespace]: "disk=ssd,zone=a",
        [malformedNamespace]: "disk",
      },
    },
    PodTolerationRestriction: {
      apiVersion: "podtolerationrestriction.admission.k8s.io/v1alpha1",
      kind: "Configuration",
      default: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
      whitelist: [
        { key: "a", operator: "Exists" },
        { key: "b", operator: "Equal", value: "c" },
      ],
    },
  };
  const plugins = Object.entries(configurations).map(([name, configuration]) => ({ name, configuration }));
  const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AdmissionConfiguration" };
  writeFileSync(path, JSON.stringify({ ...type, plugins }));
  return `--admission-control-config-file=${path}`;
}
