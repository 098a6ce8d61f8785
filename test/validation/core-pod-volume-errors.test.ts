/** Volumes with errors. Expected causes are those of the reference v1.32.13 for the same objects. */
import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const container = { name: "c", image: "i", volumeMounts: [{ name: "data", mountPath: "/data" }] };
const volume = { name: "data", emptyDir: {} };
const spec = { containers: [container], volumes: [volume] };

describe("a mount of a volume with an error", () => {
  new Refusals(server, "/api/v1/namespaces/default/pods", { spec }).create(
    "a Pod's mount of a volume with an error is reported as not found",
    (pod) => {
      pod.spec.volumes[0].hostPath = { path: "/data" };
    },
    [
      "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
      'spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ],
  );

  const template = { metadata: { labels: { a: "b" } }, spec };
  const selector = { matchLabels: { a: "b" } };
  new Refusals(server, "/apis/apps/v1/namespaces/default/deployments", { spec: { selector, template } }).create(
    "a mount in a Deployment's template of a volume with an error is reported as not found",
    (deployment) => {
      deployment.spec.template.spec.volumes[0] = { name: "data", flocker: {}, configMap: { name: "a" } };
    },
    [
      "spec.template.spec.volumes[0].flocker: Required value: one of datasetName and datasetUUID is required",
      "spec.template.spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type",
      'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ],
  );
});

new Refusals(server, "/api/v1/namespaces/default/podtemplates", { template: { spec } }).create(
  "a PodTemplate that mounts an unknown volume is rejected",
  (object) => {
    object.template.spec.volumes = [];
  },
  ['template.spec.containers[0].volumeMounts[0].name: Not found: "data"'],
);

new Refusals(server, "/api/v1/namespaces/default/pods", { spec }).create(
  "errors of a variable's sources precede the error about their number",
  (pod) => {
    const valueFrom = { secretKeyRef: { name: "Bad_Name", key: "k" }, configMapKeyRef: { name: "a", key: "k" } };
    pod.spec.containers[0].env = [{ name: "A", valueFrom }];
  },
  [
    /^spec\.containers\[0\]\.env\[0\]\.valueFrom\.secretKeyRef\.name: Invalid value: "Bad_Name"/,
    'spec.containers[0].env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time',
  ],
);
