import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);
const metadata = { name: "web", namespace: "shop" };

/** Returns the errors of a Pod with one container, whose fields and the Pod's spec are replaced by the given ones. */
function errorsOf({ spec = {}, container = {} }: { spec?: object; container?: object }): readonly string[] {
  const containers = [{ name: "app", image: "app", ...container }];
  return writes.create({ metadata, spec: { containers, ...spec } }).errors;
}

test("a plain Pod is accepted", () => {
  expect(errorsOf({})).toEqual([]);
});

describe("required fields of containers", () => {
  test("a Pod without containers is rejected", () => {
    expect(errorsOf({ spec: { containers: [] } })).toEqual(["spec.containers: Required value"]);
    expect(writes.create({ metadata, spec: {} }).errors).toEqual(["spec.containers: Required value"]);
  });

  test("a container without name and image is rejected", () => {
    expect(errorsOf({ spec: { containers: [{}] } })).toEqual([
      "spec.containers[0].name: Required value",
      "spec.containers[0].image: Required value",
    ]);
  });

  test("a container whose name is no DNS label is rejected", () => {
    expect(errorsOf({ container: { name: "App" } })).toEqual([
      'spec.containers[0].name: Invalid value: "App": a lowercase RFC 1123 label must consist of lower case ' +
        "alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or " +
        "'123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ]);
  });

  test("a container name that another container or init container has is rejected", () => {
    const one = { name: "app", image: "app" };
    expect(errorsOf({ spec: { containers: [one, one], initContainers: [one] } })).toEqual([
      'spec.containers[1].name: Duplicate value: "app"',
      'spec.initContainers[0].name: Duplicate value: "app"',
    ]);
  });

  test("an image with a trailing space is rejected", () => {
    expect(errorsOf({ container: { image: "app " } })).toEqual([
      'spec.containers[0].image: Invalid value: "app ": must not have leading or trailing whitespace',
    ]);
  });
});

test.each<[string, object, string[]]>([
  ["a missing number", { name: "web" }, ["spec.containers[0].ports[0].containerPort: Required value"]],
  [
    "a number out of range",
    { containerPort: 70_000 },
    ["spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive"],
  ],
  [
    "a name that is too long",
    { containerPort: 80, name: "a-name-too-long-1" },
    ['spec.containers[0].ports[0].name: Invalid value: "a-name-too-long-1": must be no more than 15 characters'],
  ],
  [
    "an unknown protocol",
    { containerPort: 80, protocol: "ICMP" },
    ['spec.containers[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
  ],
])("a port with %s is rejected", (_, port, errors) => {
  expect(errorsOf({ container: { ports: [port] } })).toEqual(errors);
});

test("repeated port names and hostPorts are rejected", () => {
  const ports = [
    { containerPort: 80, name: "web", hostPort: 8080 },
    { containerPort: 81, name: "web", hostPort: 8080 },
  ];
  expect(errorsOf({ container: { ports } })).toEqual([
    'spec.containers[0].ports[1].name: Duplicate value: "web"',
    'spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//8080"',
  ]);
});

test("with hostNetwork, a hostPort that differs from its containerPort is rejected", () => {
  const container = { ports: [{ containerPort: 80, hostPort: 81 }] };
  expect(errorsOf({ container })).toEqual([]);
  expect(errorsOf({ spec: { hostNetwork: true }, container })).toEqual([
    "spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true",
  ]);
});

describe("volumes and mounts of a Pod", () => {
  const volumes = [{ name: "data" }, { name: "raw", persistentVolumeClaim: { claimName: "raw" } }];

  test.each<[string, object, string[]]>([
    ["of a volume of the Pod is accepted", { name: "data", mountPath: "/data" }, []],
    [
      "of an unknown volume is rejected",
      { name: "other", mountPath: "/data" },
      ['spec.containers[0].volumeMounts[0].name: Not found: "other"'],
    ],
    [
      "without name and path is rejected",
      {},
      [
        "spec.containers[0].volumeMounts[0].name: Required value",
        'spec.containers[0].volumeMounts[0].name: Not found: ""',
        "spec.containers[0].volumeMounts[0].mountPath: Required value",
      ],
    ],
    [
      "with .. in its subPath is rejected",
      { name: "data", mountPath: "/data", subPath: "a/../b" },
      ["spec.containers[0].volumeMounts.subPath: Invalid value: \"a/../b\": must not contain '..'"],
    ],
    [
      "with both subPath and subPathExpr is rejected",
      { name: "data", mountPath: "/data", subPath: "a", subPathExpr: "b" },
      [
        'spec.containers[0].volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
      ],
    ],
  ])("a mount %s", (_, mount, errors) => {
    expect([...errorsOf({ spec: { volumes }, container: { volumeMounts: [mount] } })].sort()).toEqual(
      [...errors].sort(),
    );
  });

  test("two mounts with the same mountPath are rejected", () => {
    const volumeMounts = [
      { name: "data", mountPath: "/data" },
      { name: "data", mountPath: "/data" },
    ];
    expect(errorsOf({ spec: { volumes }, container: { volumeMounts } })).toEqual([
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/data": must be unique',
    ]);
  });

  test("volumes with repeated names, invalid names or two sources are rejected", () => {
    const spec = { volumes: [{ name: "a" }, { name: "a" }, { name: "B", emptyDir: {}, secret: { secretName: "s" } }] };
    expect(errorsOf({ spec })).toEqual([
      'spec.volumes[1].name: Duplicate value: "a"',
      "spec.volumes[2].secret: Forbidden: may not specify more than 1 volume type",
      'spec.volumes[2].name: Invalid value: "B": a lowercase RFC 1123 label must consist of lower case alphanumeric ' +
        "characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', " +
        "regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ]);
  });
});

describe("the environment of containers", () => {
  test.each<[string, object, string[]]>([
    ["a value is accepted", { name: "A", value: "1" }, []],
    ["a name with spaces and dots is accepted", { name: "a.b c", value: "1" }, []],
    ["no name is rejected", { value: "1" }, ["spec.containers[0].env[0].name: Required value"]],
    [
      "a name with = is rejected",
      { name: "A=B" },
      [
        'spec.containers[0].env[0].name: Invalid value: "A=B": a valid environment variable name must consist only of ' +
          "printable ASCII characters other than '='",
      ],
    ],
    [
      "a value and a source is rejected",
      { name: "A", value: "1", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ['spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
    ],
    [
      "an empty valueFrom is rejected",
      { name: "A", valueFrom: {} },
      [
        'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, ' +
          "`configMapKeyRef` or `secretKeyRef`",
      ],
    ],
    [
      "an unknown field is rejected",
      { name: "A", valueFrom: { fieldRef: { fieldPath: "spec.everything" } } },
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.everything": error converting ' +
          "fieldPath: field label not supported: spec.everything",
      ],
    ],
    [
      "a secretKeyRef without a key is rejected",
      { name: "A", valueFrom: { secretKeyRef: { name: "s" } } },
      ["spec.containers[0].env[0].valueFrom.secretKeyRef.key: Required value"],
    ],
  ])("a variable with %s", (_, variable, errors) => {
    expect(errorsOf({ container: { env: [variable] } })).toEqual(errors);
  });

  test.each<[string, object, string[]]>([
    [
      "nothing",
      {},
      ['spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`'],
    ],
    [
      "two sources",
      { configMapRef: { name: "a" }, secretRef: { name: "a" } },
      ['spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time'],
    ],
  ])("an envFrom with %s is rejected", (_, source, errors) => {
    expect(errorsOf({ container: { envFrom: [source] } })).toEqual(errors);
  });
});

describe("the resources of containers", () => {
  test.each<[string, object, string[]]>([
    ["within limits are accepted", { limits: { cpu: "2" }, requests: { cpu: "1500m" } }, []],
    [
      "beyond the limit are rejected",
      { limits: { cpu: "1" }, requests: { cpu: "1500m" } },
      ['spec.containers[0].resources.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1'],
    ],
    [
      "below zero are rejected",
      { requests: { memory: "-1Mi" } },
      ['spec.containers[0].resources.requests[memory]: Invalid value: "-1Mi": must be greater than or equal to 0'],
    ],
    [
      "of an unknown name are rejected",
      { requests: { speed: "1" } },
      [
        "spec.containers[0].resources.requests[speed]: Invalid value: speed: must be a standard resource type or fully qualified",
        "spec.containers[0].resources.requests[speed]: Invalid value: speed: must be a standard resource for containers",
      ],
    ],
    [
      "of an extended resource below its limit are rejected",
      { limits: { "example.com/gpu": "2" }, requests: { "example.com/gpu": "1" } },
      ['spec.containers[0].resources.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
    ],
    [
      "of a fraction of an extended resource are rejected",
      { limits: { "example.com/gpu": "500m" } },
      [
        'spec.containers[0].resources.limits[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
        'spec.containers[0].resources.requests[example.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"500m", Format:"DecimalSI"}: must be an integer',
      ],
    ],
  ])("requests %s", (_, resources, errors) => {
    expect(errorsOf({ container: { resources } })).toEqual(errors);
  });
});

describe("the probes of containers", () => {
  const httpGet = { path: "/", port: 80 };

  test.each<[string, string, object, string[]]>([
    ["a liveness probe is accepted", "livenessProbe", { httpGet }, []],
    [
      "a probe without a handler is rejected",
      "livenessProbe",
      {},
      ["spec.containers[0].livenessProbe: Required value: must specify a handler type"],
    ],
    [
      "a probe with two handlers is rejected",
      "readinessProbe",
      { httpGet, exec: { command: ["true"] } },
      ["spec.containers[0].readinessProbe.httpGet: Forbidden: may not specify more than 1 handler type"],
    ],
    [
      "a negative period is rejected",
      "livenessProbe",
      { httpGet, periodSeconds: -1 },
      ["spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [
      "a liveness probe with successThreshold 2 is rejected",
      "livenessProbe",
      { httpGet, successThreshold: 2 },
      ["spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1"],
    ],
    [
      "a readiness probe with a grace period is rejected",
      "readinessProbe",
      { httpGet, terminationGracePeriodSeconds: 5 },
      [
        "spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes",
      ],
    ],
    [
      "a port out of range is rejected",
      "startupProbe",
      { tcpSocket: { port: 0 } },
      ["spec.containers[0].startupProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ],
  ])("%s: %s %j", (_, field, probe, errors) => {
    expect(errorsOf({ container: { [field]: probe } })).toEqual(errors);
  });
});

describe("init containers of a Pod", () => {
  const init = (more: object): object => ({ initContainers: [{ name: "init", image: "init", ...more }] });

  test("an init container without restartPolicy Always cannot have probes", () => {
    const readinessProbe = { exec: { command: ["true"] } };
    expect(errorsOf({ spec: init({ readinessProbe }) })).toEqual([
      "spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
    ]);
    expect(errorsOf({ spec: init({ readinessProbe, restartPolicy: "Always" }) })).toEqual([]);
  });

  test("an init container accepts only restartPolicy Always, and other containers none", () => {
    expect(errorsOf({ spec: init({ restartPolicy: "Never" }) })).toEqual([
      'spec.initContainers[0].restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
    expect(errorsOf({ container: { restartPolicy: "Always" } })).toEqual([
      "spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers",
    ]);
  });
});

describe("the spec", () => {
  test.each<[string, object, string[]]>([
    [
      "an unknown restart policy",
      { restartPolicy: "Sometimes" },
      ['spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"'],
    ],
    [
      "dnsPolicy None without servers",
      { dnsPolicy: "None" },
      ["spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"],
    ],
    [
      "a host alias without an address",
      { hostAliases: [{ ip: "somewhere", hostnames: ["a"] }] },
      [
        'spec.hostAliases[0].ip: Invalid value: "somewhere": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      "a repeated scheduling gate",
      { schedulingGates: [{ name: "a" }, { name: "a" }] },
      ['spec.schedulingGates[1]: Duplicate value: "a"'],
    ],
    [
      "a node and scheduling gates",
      { schedulingGates: [{ name: "a" }], nodeName: "n" },
      ["spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"],
    ],
    [
      "ephemeral containers",
      { ephemeralContainers: [{ name: "debug", image: "debug", terminationMessagePolicy: "File" }] },
      ["spec.ephemeralContainers: Forbidden: cannot be set on create"],
    ],
    [
      "a token without a service account",
      { volumes: [{ name: "token", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }] },
      [
        "spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
      ],
    ],
    [
      "a toleration without a key and with operator Equal",
      { tolerations: [{ operator: "Equal" }] },
      [
        'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      ],
    ],
    [
      "a deadline of zero",
      { activeDeadlineSeconds: 0 },
      ["spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive"],
    ],
    [
      "an invalid node label",
      { nodeSelector: { "a b": "c" } },
      [
        "spec.nodeSelector: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or " +
          "'.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " +
          "regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
  ])("a Pod with %s is rejected", (_, spec, errors) => {
    expect(errorsOf({ spec })).toEqual(errors);
  });
});
