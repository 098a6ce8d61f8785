import { describe } from "vitest";
import { notConfigKey, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { PodRefusals, withContainer } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const refused = new PodRefusals(server);
const { pods } = refused;

const notVariable = "a valid environment variable name must consist only of printable ASCII characters other than '='";

const variable = (fields: object): object => ({ env: [{ name: "A", ...fields }] });
const taken = (valueFrom: object): object => variable({ valueFrom });
const field = (fieldRef: object): object => taken({ fieldRef });
const amount = (resourceFieldRef: object): object => taken({ resourceFieldRef });

describe("an environment variable", () => {
  refused.container("[Env#1] a variable without a name is rejected", variable({ name: "" }), [
    "env[0].name: Required value",
  ]);
  refused.container("[Env#2] a variable with an equals sign in its name is rejected", variable({ name: "A=B" }), [
    `env[0].name: Invalid value: "A=B": ${notVariable}`,
  ]);
  pods.accepts(
    "a variable with spaces and digits in its name is accepted",
    withContainer(variable({ name: "1 is a name" })),
  );

  const key = { secretKeyRef: { name: "a", key: "b" } };
  refused.container("[Env#5] a variable with an empty valueFrom is rejected", taken({}), [
    'env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
  ]);
  refused.container(
    "[Env#6] a variable with both value and valueFrom is rejected",
    variable({ value: "1", valueFrom: key }),
    ['env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
  );
  refused.container(
    "[Env#7] a variable with two sources is rejected",
    taken({ ...key, configMapKeyRef: { name: "a", key: "b" } }),
    ['env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time'],
  );
});

describe("a field of the Pod", () => {
  const path = "env[0].valueFrom.fieldRef";
  refused.container(
    "[Env#4] a fieldRef to a field that variables do not support is rejected",
    field({ fieldPath: "spec.restartPolicy" }),
    [
      `${path}.fieldPath: Unsupported value: "spec.restartPolicy": supported values: "metadata.name", "metadata.namespace", ` +
        '"metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", ' +
        '"status.podIPs"',
    ],
  );
  refused.container("[ObjectFieldSelector#2] a fieldRef without a fieldPath is rejected", field({ fieldPath: "" }), [
    `${path}.fieldPath: Required value`,
  ]);
  refused.container(
    "[ObjectFieldSelector#3] a fieldRef to an unknown field is rejected",
    field({ fieldPath: "spec.everything" }),
    [
      `${path}.fieldPath: Invalid value: "spec.everything": error converting fieldPath: field label not supported: spec.everything`,
    ],
  );
  refused.container(
    "[ObjectFieldSelector#3] a fieldRef with an unknown apiVersion is rejected",
    field({ fieldPath: "metadata.name", apiVersion: "v2" }),
    [`${path}.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2`],
  );
  refused.container(
    "[ObjectFieldSelector#4] a fieldRef to an annotation with an invalid name is rejected",
    field({ fieldPath: "metadata.annotations['A B']" }),
    [`${path}: Invalid value: "a b": ${notQualifiedName}`],
  );
  refused.container(
    "[ObjectFieldSelector#5] a fieldRef to a label with an invalid name is rejected",
    field({ fieldPath: "metadata.labels['A B']" }),
    [`${path}: Invalid value: "A B": ${notQualifiedName}`],
  );
  pods.accepts(
    "a fieldRef to a label is accepted",
    withContainer(field({ fieldPath: "metadata.labels['example.com/a']" })),
  );
});

describe("an amount of the container", () => {
  const path = "env[0].valueFrom.resourceFieldRef";
  const items = [{ path: "cpu", resourceFieldRef: { resource: "limits.cpu" } }];
  refused.spec(
    "[ResourceFieldSelector#1] a resourceFieldRef of a volume without a containerName is rejected",
    { volumes: [{ name: "info", downwardAPI: { items } }] },
    ["spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value"],
  );
  refused.container(
    "[ResourceFieldSelector#2] a resourceFieldRef without a resource is rejected",
    amount({ resource: "" }),
    [`${path}.resource: Required value`],
  );
  refused.container(
    "[ResourceFieldSelector#3] a resourceFieldRef to an unknown resource is rejected",
    amount({ resource: "limits.gpu" }),
    [
      `${path}.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", ` +
        '"limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
  );
  pods.accepts(
    "a resourceFieldRef to huge pages is accepted",
    withContainer(amount({ resource: "limits.hugepages-2Mi" })),
  );

  refused.container(
    "[ResourceFieldSelector#4] a resourceFieldRef to limits.cpu with the divisor 2 is rejected",
    amount({ resource: "limits.cpu", divisor: "2" }),
    [
      `${path}.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
    ],
  );
  pods.accepts(
    "a resourceFieldRef to limits.cpu with the divisor 1m is accepted",
    withContainer(amount({ resource: "limits.cpu", divisor: "1m" })),
  );
  const inBytes: readonly [id: string, resource: string, what: string][] = [
    ["ResourceFieldSelector#5", "requests.memory", "memory"],
    ["ResourceFieldSelector#6", "requests.ephemeral-storage", "local ephemeral storage"],
    ["ResourceFieldSelector#7", "requests.hugepages-2Mi", "hugepages"],
  ];
  for (const [id, resource, what] of inBytes) {
    refused.container(
      `[${id}] a resourceFieldRef with the divisor 2 is rejected: ${what}`,
      amount({ resource, divisor: "2" }),
      [
        `${path}.divisor: Invalid value: "${resource}": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, ` +
          `1Ti, 1Pi, 1Ei are supported with the ${what} resource`,
      ],
    );
    pods.accepts(
      `a resourceFieldRef with the divisor 1Mi is accepted: ${what}`,
      withContainer(amount({ resource, divisor: "1Mi" })),
    );
  }
});

describe("a key of another object", () => {
  refused.container(
    "[KeySelector#1] a configMapKeyRef without a name is rejected",
    taken({ configMapKeyRef: { name: "", key: "a" } }),
    [`env[0].valueFrom.configMapKeyRef.name: Invalid value: "": ${notSubdomain}`],
  );
  refused.container(
    "[KeySelector#2] a secretKeyRef without a key is rejected",
    taken({ secretKeyRef: { name: "a", key: "" } }),
    ["env[0].valueFrom.secretKeyRef.key: Required value"],
  );
  refused.container(
    "[KeySelector#3] a secretKeyRef with a space in its key is rejected",
    taken({ secretKeyRef: { name: "a", key: "a b" } }),
    [`env[0].valueFrom.secretKeyRef.key: Invalid value: "a b": ${notConfigKey}`],
  );
});

describe("variables of another object", () => {
  const from = (source: object): object => ({ envFrom: [source] });
  refused.container(
    "[EnvFrom#1] an envFrom prefix with an equals sign is rejected",
    from({ prefix: "A=", secretRef: { name: "a" } }),
    [`envFrom[0].prefix: Invalid value: "A=": ${notVariable}`],
  );
  refused.container(
    "[EnvFrom#3] an envFrom configMapRef without a name is rejected",
    from({ configMapRef: { name: "" } }),
    ["envFrom[0].configMapRef.name: Required value"],
  );
  refused.container(
    "[EnvFrom#4] an envFrom configMapRef whose name is no DNS subdomain is rejected",
    from({ configMapRef: { name: "A" } }),
    [`envFrom[0].configMapRef.name: Invalid value: "A": ${notSubdomain}`],
  );
  refused.container("[EnvFrom#5] an envFrom secretRef without a name is rejected", from({ secretRef: { name: "" } }), [
    "envFrom[0].secretRef.name: Required value",
  ]);
  refused.container(
    "[EnvFrom#6] an envFrom secretRef whose name is no DNS subdomain is rejected",
    from({ secretRef: { name: "A" } }),
    [`envFrom[0].secretRef.name: Invalid value: "A": ${notSubdomain}`],
  );
  pods.accepts(
    "an envFrom secretRef whose name ends in a hyphen is accepted",
    withContainer(from({ secretRef: { name: "a-" } })),
  );
  refused.container("[EnvFrom#7] an envFrom without a source is rejected", from({ prefix: "A" }), [
    'envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
  ]);
  refused.container(
    "[EnvFrom#8] an envFrom with two sources is rejected",
    from({ configMapRef: { name: "a" }, secretRef: { name: "a" } }),
    ['envFrom: Invalid value: "": may not have more than one field specified at a time'],
  );
});
