import { describe } from "vitest";
import { notNegative, specWith } from "../support/controllers.ts";
import { notQualifiedName } from "../support/format-messages.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const collection = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
const manifest = {
  spec: { scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" }, maxReplicas: 5 },
};
const autoscalers = new Refusals(server, collection, manifest);

const share = { type: "Utilization", averageUtilization: 80 };
const amount = { type: "AverageValue", averageValue: "10" };
const hits = { name: "hits" };
const ingress = { kind: "Ingress", name: "front" };

const first = "spec.metrics[0]";
const types = 'supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';

/** The name of the field that contains the source, by the type of the metric. */
const sourceNames: Readonly<Record<string, string>> = {
  Object: "object",
  Pods: "pods",
  Resource: "resource",
  ContainerResource: "containerResource",
  External: "external",
};

/** Sets a metric of this type. @param source value of the type's field */
function following(type: string, source: object): Change {
  return specWith({ metrics: [{ type, [sourceNames[type] ?? "resource"]: source }] });
}

function scaling(rules: object): Change {
  return specWith({ behavior: { scaleUp: rules } });
}

function withPolicy(policy: object): Change {
  return scaling({ policies: [{ type: "Pods", value: 1, periodSeconds: 60, ...policy }] });
}

describe("a reference to an object in any version", () => {
  const to = (reference: object): Change =>
    specWith({ scaleTargetRef: { kind: "Deployment", name: "web", ...reference } });

  autoscalers.create("[CrossVersionObjectReference#1] a scaleTargetRef without a kind is rejected", to({ kind: "" }), [
    "spec.scaleTargetRef.kind: Required value",
  ]);
  autoscalers.create(
    "[CrossVersionObjectReference#2] a scaleTargetRef with a slash in its kind is rejected",
    to({ kind: "a/b" }),
    ["spec.scaleTargetRef.kind: Invalid value: \"a/b\": may not contain '/'"],
  );
  autoscalers.create("[CrossVersionObjectReference#3] a scaleTargetRef without a name is rejected", to({ name: "" }), [
    "spec.scaleTargetRef.name: Required value",
  ]);
  autoscalers.create(
    "[CrossVersionObjectReference#4] a scaleTargetRef with the name .. is rejected",
    to({ name: ".." }),
    ["spec.scaleTargetRef.name: Invalid value: \"..\": may not be '..'"],
  );
});

describe("the target of a metric", () => {
  const wanting = (target: object): Change => following("Object", { describedObject: ingress, metric: hits, target });
  const target = `${first}.object.target`;

  autoscalers.create("[MetricTarget#1] a metric target without a type is rejected", wanting({ type: "", value: "1" }), [
    `${target}.type: Required value: must specify a metric target type`,
    `${target}.type: Invalid value: "": must be either Utilization, Value, or AverageValue`,
  ]);
  autoscalers.create(
    "[MetricTarget#2] a metric target with an unknown type is rejected",
    wanting({ type: "Median", value: "1" }),
    [`${target}.type: Invalid value: "Median": must be either Utilization, Value, or AverageValue`],
  );
  autoscalers.create(
    "[MetricTarget#3] a metric target with the value 0 is rejected",
    wanting({ type: "Value", value: "0" }),
    [/^spec\.metrics\[0\]\.object\.target\.value: Invalid value: resource\.Quantity\{.*\}: must be positive$/],
  );
  autoscalers.create(
    "[MetricTarget#4] a metric target with a negative averageValue is rejected",
    wanting({ type: "AverageValue", averageValue: "-1" }),
    [/^spec\.metrics\[0\]\.object\.target\.averageValue: Invalid value: resource\.Quantity\{.*\}: must be positive$/],
  );
  autoscalers.create(
    "[MetricTarget#5] a metric target with averageUtilization 0 is rejected",
    wanting({ type: "Value", value: "1", averageUtilization: 0 }),
    [`${target}.averageUtilization: Invalid value: 0: must be greater than 0`],
  );
  autoscalers.accepts(
    "a metric target with small positive values is accepted",
    wanting({ type: "Value", value: "1m", averageUtilization: 1 }),
  );
});

describe("a metric", () => {
  const named = (metric: object): Change => following("Pods", { metric, target: amount });

  autoscalers.create("[MetricIdentifier#1] a metric without a name is rejected", named({ name: "" }), [
    `${first}.pods.metric.name: Required value: must specify a metric name`,
  ]);
  autoscalers.create(
    "[MetricIdentifier#2] a metric with a percent sign in its name is rejected",
    named({ name: "a%b" }),
    [`${first}.pods.metric.name: Invalid value: "a%b": may not contain '%'`],
  );
  autoscalers.accepts(
    "a metric with an invalid label in its selector is accepted",
    named({ name: "hits", selector: { matchLabels: { "?": "" } } }),
  );
});

describe("the scaling policies of an autoscaler", () => {
  const up = "spec.behavior.scaleUp";

  autoscalers.create(
    "[ScalingRules#1] a negative stabilizationWindowSeconds is rejected",
    scaling({ stabilizationWindowSeconds: -1 }),
    [`${up}.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero`],
  );
  autoscalers.create(
    "[ScalingRules#2] a stabilizationWindowSeconds of 3601 is rejected",
    scaling({ stabilizationWindowSeconds: 3601 }),
    [`${up}.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600`],
  );
  autoscalers.accepts(
    "a stabilizationWindowSeconds of 3600 is accepted",
    scaling({ stabilizationWindowSeconds: 3600 }),
  );
  autoscalers.create("[ScalingRules#3] an unknown selectPolicy is rejected", scaling({ selectPolicy: "Random" }), [
    `${up}.selectPolicy: Unsupported value: "Random": supported values: "Disabled", "Max", "Min"`,
  ]);
  autoscalers.create(
    "[ScalingRules#4] scaling rules with an empty list of policies are rejected",
    scaling({ policies: [] }),
    [`${up}.policies: Required value: must specify at least one Policy`],
  );
  autoscalers.create(
    "[ScalingRules#5] a scaling policy with an unknown type is rejected",
    withPolicy({ type: "Nodes" }),
    [`${up}.policies[0].type: Unsupported value: "Nodes": supported values: "Percent", "Pods"`],
  );
  autoscalers.create("[ScalingRules#6] a scaling policy with the value 0 is rejected", withPolicy({ value: 0 }), [
    `${up}.policies[0].value: Invalid value: 0: must be greater than zero`,
  ]);
  autoscalers.create(
    "[ScalingRules#7] a scaling policy with periodSeconds 0 is rejected",
    withPolicy({ periodSeconds: 0 }),
    [`${up}.policies[0].periodSeconds: Invalid value: 0: must be greater than zero`],
  );
  autoscalers.create(
    "[ScalingRules#8] a scaling policy with periodSeconds 1801 is rejected",
    withPolicy({ periodSeconds: 1801 }),
    [`${up}.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800`],
  );
  autoscalers.accepts("a scaling policy with periodSeconds 1800 is accepted", withPolicy({ periodSeconds: 1800 }));
  autoscalers.create(
    "scaleDown with an empty list of policies is rejected",
    specWith({ behavior: { scaleDown: { policies: [] } } }),
    ["spec.behavior.scaleDown.policies: Required value: must specify at least one Policy"],
  );
});

describe("the bounds of an autoscaler", () => {
  autoscalers.create(
    "[HorizontalPodAutoscaler#1] an autoscaler with minReplicas 0 is rejected",
    specWith({ minReplicas: 0 }),
    [
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#2] an autoscaler with maxReplicas 0 is rejected",
    specWith({ maxReplicas: 0 }),
    [
      "spec.maxReplicas: Invalid value: 0: must be greater than 0",
      "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#3] an autoscaler with minReplicas above maxReplicas is rejected",
    specWith({ minReplicas: 6 }),
    ["spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`"],
  );
  autoscalers.accepts("an autoscaler with equal minReplicas and maxReplicas is accepted", specWith({ minReplicas: 5 }));

  const v1 = new Refusals(server, "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers", manifest);
  v1.create(
    "an error in an autoscaling/v1 autoscaler names the field of autoscaling/v2",
    specWith({ targetCPUUtilizationPercentage: 0 }),
    [`${first}.resource.target.averageUtilization: Invalid value: 0: must be greater than 0`],
  );

  const toZero = new Refusals(ruleServer(["--feature-gates=HPAScaleToZero=true"]), collection, manifest);
  toZero.create(
    "[HorizontalPodAutoscaler#20] with HPAScaleToZero, minReplicas 0 without an Object or External metric is rejected",
    specWith({ minReplicas: 0 }),
    [
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
    ],
  );
  toZero.accepts("with HPAScaleToZero, minReplicas 0 with an External metric is accepted", ({ spec }) => {
    spec.minReplicas = 0;
    spec.metrics = [{ type: "External", external: { metric: hits, target: amount } }];
  });
});

describe("the source of a metric", () => {
  autoscalers.create(
    "[HorizontalPodAutoscaler#4] a metric without a type is rejected",
    following("", { name: "cpu", target: share }),
    [
      `${first}.type: Required value: must specify a metric source type`,
      `${first}.type: Unsupported value: "": ${types}`,
      `${first}.type: Unsupported value: "": ${types}`,
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#5] a metric with an unknown type is rejected",
    following("Node", { name: "cpu", target: share }),
    [`${first}.type: Unsupported value: "Node": ${types}`, `${first}.type: Unsupported value: "Node": ${types}`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#6] an Object metric without value and averageValue is rejected",
    following("Object", { describedObject: ingress, metric: hits, target: share }),
    [`${first}.object.target.averageValue: Required value: must set either a target value or averageValue`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#7] an External metric without value and averageValue is rejected",
    following("External", { metric: hits, target: share }),
    [
      `${first}.external.target.averageValue: Required value: must set either a target value for metric or a per-pod ` +
        "target",
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#8] an External metric with both value and averageValue is rejected",
    following("External", { metric: hits, target: { ...amount, value: "1" } }),
    [`${first}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#9] a Pods metric without averageValue is rejected",
    following("Pods", { metric: hits, target: { type: "Value", value: "1" } }),
    [`${first}.pods.target.averageValue: Required value: must specify a positive target averageValue`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#18] a metric without the source of its type is rejected",
    specWith({ metrics: [{ type: "Pods", resource: { name: "cpu", target: share } }] }),
    [`${first}.pods: Required value: must populate information for the given metric source`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#19] a metric with another source beside that of its type is rejected",
    specWith({
      metrics: [{ type: "Resource", resource: { name: "cpu", target: share }, pods: { metric: hits, target: amount } }],
    }),
    [`${first}.pods: Forbidden: must populate the given metric source only`],
  );
});

describe("the use of a resource", () => {
  const used = (source: object): Change => following("Resource", { name: "cpu", target: share, ...source });
  const resource = `${first}.resource`;

  autoscalers.create(
    "[HorizontalPodAutoscaler#10] a Resource metric without a resource name is rejected",
    used({ name: "" }),
    [`${resource}.name: Required value: must specify a resource name`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#11] a Resource metric without a target value is rejected",
    used({ target: { type: "Utilization" } }),
    [
      `${resource}.target.averageUtilization: Required value: must set either a target raw value or a target utilization`,
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#12] a Resource metric with both averageUtilization and averageValue is rejected",
    used({ target: { ...share, averageValue: "1" } }),
    [`${resource}.target.averageValue: Forbidden: may not set both a target raw value and a target utilization`],
  );
});

describe("the use of a resource by a container", () => {
  const used = (source: object): Change =>
    following("ContainerResource", { name: "cpu", container: "app", target: share, ...source });
  const resource = `${first}.containerResource`;

  autoscalers.create(
    "[HorizontalPodAutoscaler#13] a ContainerResource metric without a resource name is rejected",
    used({ name: "" }),
    [`${resource}.name: Required value: must specify a resource name`],
  );
  autoscalers.create("a ContainerResource metric with an invalid resource name is rejected", used({ name: " nginx" }), [
    `${resource}.name: Invalid value: " nginx": ${notQualifiedName}`,
    `${resource}.name: Invalid value:  nginx: must be a standard resource for containers`,
  ]);
  autoscalers.create(
    "[HorizontalPodAutoscaler#14] a ContainerResource metric without a container is rejected",
    used({ container: "" }),
    [`${resource}.container: Required value: must specify a container`],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#15] a ContainerResource metric with an invalid container name is rejected",
    used({ container: "App" }),
    [
      `${resource}.container: Invalid value: "App": a lowercase RFC 1123 label must consist of lower case alphanumeric ` +
        "characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
        "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#16] a ContainerResource metric without a target value is rejected",
    used({ target: { type: "Utilization" } }),
    [
      `${resource}.target.averageUtilization: Required value: must set either a target raw value or a target utilization`,
    ],
  );
  autoscalers.create(
    "[HorizontalPodAutoscaler#17] a ContainerResource metric with both averageUtilization and averageValue is rejected",
    used({ target: { ...share, averageValue: "1" } }),
    [`${resource}.target.averageValue: Forbidden: may not set both a target raw value and a target utilization`],
  );
});

describe("the status of an autoscaler", () => {
  const counted = (id: number, field: "currentReplicas" | "desiredReplicas"): void =>
    autoscalers.update(`[HorizontalPodAutoscaler#${id}] a status with a negative ${field} is rejected`, {
      subresource: "status",
      change: (autoscaler) => {
        autoscaler.status = { desiredReplicas: 0, currentReplicas: 0, [field]: -1 };
      },
      causes: [`status.${field}: Invalid value: -1: ${notNegative}`],
    });
  counted(21, "currentReplicas");
  counted(22, "desiredReplicas");
});

describe("a Scale", () => {
  const deployments = new Refusals(server, "/apis/apps/v1/namespaces/default/deployments", {
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "app", image: "app:1" }] } },
    },
  });

  deployments.update("[Scale#1] a Scale with negative replicas is rejected", {
    subresource: "scale",
    change: ({ metadata: { name, namespace } }) => ({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name, namespace },
      spec: { replicas: -1 },
    }),
    causes: [`spec.replicas: Invalid value: -1: ${notNegative}`],
  });
});
