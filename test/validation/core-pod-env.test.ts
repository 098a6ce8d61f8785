import { describe } from "vitest";
import { notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { PodRefusals, withContainer } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const refused = new PodRefusals(server);
const { pods } = refused;

const notKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const notVariable = "a valid environment variable name must consist only of printable ASCII characters other than '='";

const variable = (fields: object): object => ({ env: [{ name: "A", ...fields }] });
const taken = (valueFrom: object): object => variable({ valueFrom });
const field = (fieldRef: object): object => taken({ fieldRef });
const amount = (resourceFieldRef: object): object => taken({ resourceFieldRef });

describe("an environment variable", () => {
  refused.container("[Env#1] has a name", variable({ name: "" }), ["env[0].name: Required value"]);
  refused.container("[Env#2] has a name without an equals sign", variable({ name: "A=B" }), [
    `env[0].name: Invalid value: "A=B": ${notVariable}`,
  ]);
  pods.accepts("may have any other name", withContainer(variable({ name: "1 is a name" })));

  const key = { secretKeyRef: { name: "a", key: "b" } };
  refused.container("[Env#5] has a source", taken({}), [
    'env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
  ]);
  refused.container("[Env#6] has a value or a source", variable({ value: "1", valueFrom: key }), [
    'env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
  ]);
  refused.container("[Env#7] has one source", taken({ ...key, configMapKeyRef: { name: "a", key: "b" } }), [
    'env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time',
  ]);
});

describe("a field of the Pod", () => {
  const path = "env[0].valueFrom.fieldRef";
  refused.container("[Env#4] can be held by a variable", field({ fieldPath: "spec.restartPolicy" }), [
    `${path}.fieldPath: Unsupported value: "spec.restartPolicy": supported values: "metadata.name", "metadata.namespace", ` +
      '"metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", ' +
      '"status.podIPs"',
  ]);
  refused.container("[ObjectFieldSelector#2] has a path", field({ fieldPath: "" }), [
    `${path}.fieldPath: Required value`,
  ]);
  refused.container("[ObjectFieldSelector#3] is known", field({ fieldPath: "spec.everything" }), [
    `${path}.fieldPath: Invalid value: "spec.everything": error converting fieldPath: field label not supported: spec.everything`,
  ]);
  refused.container(
    "[ObjectFieldSelector#3] is of a known version",
    field({ fieldPath: "metadata.name", apiVersion: "v2" }),
    [`${path}.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2`],
  );
  refused.container(
    "[ObjectFieldSelector#4] is an annotation with a name",
    field({ fieldPath: "metadata.annotations['A B']" }),
    [`${path}: Invalid value: "a b": ${notQualifiedName}`],
  );
  refused.container("[ObjectFieldSelector#5] is a label with a name", field({ fieldPath: "metadata.labels['A B']" }), [
    `${path}: Invalid value: "A B": ${notQualifiedName}`,
  ]);
  pods.accepts("may be one label", withContainer(field({ fieldPath: "metadata.labels['example.com/a']" })));
});

describe("an amount of the container", () => {
  const path = "env[0].valueFrom.resourceFieldRef";
  const items = [{ path: "cpu", resourceFieldRef: { resource: "limits.cpu" } }];
  refused.spec(
    "[ResourceFieldSelector#1] is that of a container when a volume holds it",
    { volumes: [{ name: "info", downwardAPI: { items } }] },
    ["spec.volumes[0].downwardAPI.resourceFieldRef.containerName: Required value"],
  );
  refused.container("[ResourceFieldSelector#2] has a name", amount({ resource: "" }), [
    `${path}.resource: Required value`,
  ]);
  refused.container("[ResourceFieldSelector#3] is a request or a limit", amount({ resource: "limits.gpu" }), [
    `${path}.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", ` +
      '"limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
  ]);
  pods.accepts("may be one of huge pages", withContainer(amount({ resource: "limits.hugepages-2Mi" })));

  refused.container(
    "[ResourceFieldSelector#4] is told in processors or thousandths",
    amount({ resource: "limits.cpu", divisor: "2" }),
    [
      `${path}.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
    ],
  );
  pods.accepts(
    "may be told in thousandths of a processor",
    withContainer(amount({ resource: "limits.cpu", divisor: "1m" })),
  );
  const inBytes: readonly [id: string, resource: string, what: string][] = [
    ["ResourceFieldSelector#5", "requests.memory", "memory"],
    ["ResourceFieldSelector#6", "requests.ephemeral-storage", "local ephemeral storage"],
    ["ResourceFieldSelector#7", "requests.hugepages-2Mi", "hugepages"],
  ];
  for (const [id, resource, what] of inBytes) {
    refused.container(`[${id}] is told in powers of bytes: ${what}`, amount({ resource, divisor: "2" }), [
      `${path}.divisor: Invalid value: "${resource}": only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, ` +
        `1Ti, 1Pi, 1Ei are supported with the ${what} resource`,
    ]);
    pods.accepts(`may be told in mebibytes: ${what}`, withContainer(amount({ resource, divisor: "1Mi" })));
  }
});

describe("a key of another object", () => {
  refused.container(
    "[KeySelector#1] is that of an object with a name",
    taken({ configMapKeyRef: { name: "", key: "a" } }),
    [`env[0].valueFrom.configMapKeyRef.name: Invalid value: "": ${notSubdomain}`],
  );
  refused.container("[KeySelector#2] is said", taken({ secretKeyRef: { name: "a", key: "" } }), [
    "env[0].valueFrom.secretKeyRef.key: Required value",
  ]);
  refused.container("[KeySelector#3] is one that there can be", taken({ secretKeyRef: { name: "a", key: "a b" } }), [
    `env[0].valueFrom.secretKeyRef.key: Invalid value: "a b": ${notKey}`,
  ]);
});

describe("variables of another object", () => {
  const from = (source: object): object => ({ envFrom: [source] });
  refused.container(
    "[EnvFrom#1] have a prefix without an equals sign",
    from({ prefix: "A=", secretRef: { name: "a" } }),
    [`envFrom[0].prefix: Invalid value: "A=": ${notVariable}`],
  );
  refused.container("[EnvFrom#3] are those of a ConfigMap with a name", from({ configMapRef: { name: "" } }), [
    "envFrom[0].configMapRef.name: Required value",
  ]);
  refused.container(
    "[EnvFrom#4] are those of a ConfigMap whose name there can be",
    from({ configMapRef: { name: "A" } }),
    [`envFrom[0].configMapRef.name: Invalid value: "A": ${notSubdomain}`],
  );
  refused.container("[EnvFrom#5] are those of a Secret with a name", from({ secretRef: { name: "" } }), [
    "envFrom[0].secretRef.name: Required value",
  ]);
  refused.container("[EnvFrom#6] are those of a Secret whose name there can be", from({ secretRef: { name: "A" } }), [
    `envFrom[0].secretRef.name: Invalid value: "A": ${notSubdomain}`,
  ]);
  pods.accepts("may end in a hyphen, as beginnings of names do", withContainer(from({ secretRef: { name: "a-" } })));
  refused.container("[EnvFrom#7] have a source", from({ prefix: "A" }), [
    'envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
  ]);
  refused.container("[EnvFrom#8] have one source", from({ configMapRef: { name: "a" }, secretRef: { name: "a" } }), [
    'envFrom: Invalid value: "": may not have more than one field specified at a time',
  ]);
});
