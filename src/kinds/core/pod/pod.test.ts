import { describe, expect, test } from "vitest";
import { type Pod, pod } from "../../../api/index.ts";
import { builtinHooks } from "../../index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";
import { fieldValueOf } from "../../testing/rows.ts";

const writes = new KindWrites(pod);
const metadata = { name: "web", namespace: "shop", labels: { app: "web", tier: "front" } };
const containers = [{ name: "app", image: "app:1" }];

function stored(spec: object = {}): Pod {
  return writes.stored({ metadata, spec: { containers, ...spec } });
}

describe("a new Pod", () => {
  test("is pending, whatever status the client sends", () => {
    const { object } = writes.create({
      metadata,
      spec: { containers },
      status: { phase: "Running", podIP: "10.0.0.1" },
    });
    expect(object.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
  });

  test("with scheduling gates says that it is held back", () => {
    expect(stored({ schedulingGates: [{ name: "quota" }] }).status?.conditions).toEqual([
      {
        type: "PodScheduled",
        status: "False",
        lastProbeTime: null,
        lastTransitionTime: "2025-06-01T12:00:00Z",
        reason: "SchedulingGated",
        message: "Scheduling is blocked due to non-empty scheduling gates",
      },
    ]);
  });

  test("compares labels that its affinity names with its own", () => {
    const term = {
      topologyKey: "zone",
      labelSelector: { matchLabels: { app: "web" } },
      matchLabelKeys: ["tier", "unknown"],
      mismatchLabelKeys: ["app"],
    };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const [made] =
      stored({ affinity }).spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    expect(made?.labelSelector?.matchExpressions).toEqual([
      { key: "tier", operator: "In", values: ["front"] },
      { key: "app", operator: "NotIn", values: ["web"] },
    ]);
  });
});

describe("the quality of service class", () => {
  const limits = { cpu: "1", memory: "1Gi" };

  test.each<[string, object, string]>([
    ["is BestEffort without requests", {}, "BestEffort"],
    ["is Guaranteed with limits for everything", { limits }, "Guaranteed"],
    ["is Guaranteed with requests as high as the limits", { limits, requests: { cpu: "1000m" } }, "Guaranteed"],
    ["is Burstable with lower requests", { limits, requests: { cpu: "500m" } }, "Burstable"],
    ["is Burstable with a limit for one resource", { limits: { cpu: "1" } }, "Burstable"],
    ["does not look at other resources", { requests: { "ephemeral-storage": "1Gi" } }, "BestEffort"],
  ])("%s", (_, resources, expected) => {
    expect(stored({ containers: [{ ...containers[0], resources }] }).status?.qosClass).toBe(expected);
  });

  test("counts every container", () => {
    const other = { name: "log", image: "log", resources: { limits } };
    expect(stored({ containers: [{ ...containers[0], resources: { limits } }, other] }).status?.qosClass).toBe(
      "Guaranteed",
    );
    expect(stored({ containers: [...containers, other] }).status?.qosClass).toBe("Burstable");
  });
});

describe("what an update may change", () => {
  type Change = (spec: NonNullable<Pod["spec"]>) => void;

  function errorsOf(old: Pod, change: Change): readonly string[] {
    return writes.update(old, ({ spec }) => {
      if (spec) change(spec);
    }).errors;
  }

  test.each<[string, Change]>([
    ["an image", (spec) => spec.containers.forEach((one) => (one.image = "app:2"))],
    ["a deadline that was not there", (spec) => (spec.activeDeadlineSeconds = 60)],
    ["a toleration more", (spec) => (spec.tolerations = [{ key: "a", operator: "Exists" }])],
  ])("%s", (_, change) => {
    expect(errorsOf(stored(), change)).toEqual([]);
  });

  test("nothing else", () => {
    const [error, ...others] = errorsOf(stored({ hostname: "one" }), (spec) => (spec.hostname = "two"));
    expect(others).toEqual([]);
    expect(error?.split("\n")).toEqual([
      "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`," +
        "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing " +
        "tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
      '- spec.hostname: "one"',
      '+ spec.hostname: "two"',
    ]);
  });

  test("no container more or less", () => {
    expect(errorsOf(stored(), (spec) => spec.containers.push({ name: "more", image: "more" }))).toEqual([
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ]);
  });

  test("a deadline only to an earlier one", () => {
    const old = stored({ activeDeadlineSeconds: 60 });
    expect(errorsOf(old, (spec) => (spec.activeDeadlineSeconds = 30))).toEqual([]);
    expect(errorsOf(old, (spec) => (spec.activeDeadlineSeconds = 90))).toEqual([
      "spec.activeDeadlineSeconds: Invalid value: 90: must be less than or equal to previous value",
    ]);
    expect(errorsOf(old, (spec) => delete spec.activeDeadlineSeconds)[0]).toBe(
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    );
  });

  test("of a toleration only the time", () => {
    const toleration = { key: "a", operator: "Exists" as const, effect: "NoExecute" as const, tolerationSeconds: 5 };
    const old = stored({ tolerations: [toleration] });
    expect(errorsOf(old, (spec) => (spec.tolerations = [{ ...toleration, tolerationSeconds: 9 }]))).toEqual([]);
    expect(errorsOf(old, (spec) => (spec.tolerations = []))).toEqual([
      "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds",
    ]);
  });

  test("scheduling gates may only go", () => {
    const old = stored({ schedulingGates: [{ name: "a" }, { name: "b" }] });
    expect(errorsOf(old, (spec) => (spec.schedulingGates = [{ name: "b" }]))).toEqual([]);
    expect(errorsOf(old, (spec) => spec.schedulingGates?.push({ name: "c" }))).toEqual([
      "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'c'",
    ]);
  });

  test("the choice of nodes may be narrowed while the Pod is held back", () => {
    const gated = stored({ schedulingGates: [{ name: "a" }], nodeSelector: { disk: "ssd" } });
    expect(errorsOf(gated, (spec) => (spec.nodeSelector = { disk: "ssd", zone: "a" }))).toEqual([]);
    expect(errorsOf(gated, (spec) => (spec.nodeSelector = { zone: "a" }))).toEqual([
      'spec.nodeSelector: Invalid value: map[string]string{"zone":"a"}: only additions to spec.nodeSelector are ' +
        "allowed (no mutations or deletions)",
    ]);
    const free = stored({ nodeSelector: { disk: "ssd" } });
    expect(errorsOf(free, (spec) => (spec.nodeSelector = { disk: "ssd", zone: "a" }))).toHaveLength(1);
  });

  test("terms of node affinity may be narrowed while the Pod is held back, but not widened", () => {
    const zone = { key: "zone", operator: "In" as const, values: ["a"] };
    const disk = { key: "disk", operator: "Exists" as const };
    const affinityOf = (...terms: object[]) =>
      ({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } }) as never;
    const old = stored({ schedulingGates: [{ name: "a" }], affinity: affinityOf({ matchExpressions: [zone] }) });
    const withTerms = (...terms: object[]) => errorsOf(old, (spec) => (spec.affinity = affinityOf(...terms)));
    const path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    expect(withTerms({ matchExpressions: [zone, disk] })).toEqual([]);
    expect(withTerms({ matchExpressions: [disk] })).toEqual([
      `${path}[0]: Invalid value: core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{` +
        'core.NodeSelectorRequirement{Key:"disk", Operator:"Exists", Values:[]string(nil)}}, ' +
        "MatchFields:[]core.NodeSelectorRequirement(nil)}: only additions are allowed (no mutations or deletions)",
    ]);
    expect(withTerms({ matchExpressions: [zone] }, { matchExpressions: [disk] })).toEqual([
      expect.stringContaining("no additions/deletions to non-empty NodeSelectorTerms list are allowed"),
    ]);
    expect(errorsOf(old, (spec) => delete spec.affinity)).toEqual([
      `${path}: Invalid value: []core.NodeSelectorTerm(nil): no additions/deletions to non-empty NodeSelectorTerms list ` +
        "are allowed",
    ]);
  });

  test("nothing about being a Pod that a node runs by itself", () => {
    const { errors } = writes.update(stored(), (one) => {
      one.metadata.annotations = { "kubernetes.io/config.mirror": "abc" };
    });
    expect(errors).toContain(
      "metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod annotation",
    );
  });
});

describe("a write to the status", () => {
  function updateStatus(old: Pod, status: object) {
    return writes.update(old, (one) => Object.assign(one, { status }), "status");
  }

  test("keeps the spec and the class", () => {
    const { object, errors } = updateStatus(stored(), { phase: "Running" });
    expect(errors).toEqual([]);
    expect(object.status).toEqual({ phase: "Running", qosClass: "BestEffort" });
  });

  test("cannot change the class", () => {
    expect(updateStatus(stored(), { phase: "Running", qosClass: "Guaranteed" }).errors).toEqual([
      'status.qosClass: Invalid value: "Guaranteed": field is immutable',
    ]);
  });

  test("gives a Pod one address of each family", () => {
    expect(updateStatus(stored(), { podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] }).errors).toEqual([
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"10.0.0.2"}}: may specify ' +
        "no more than one IP for each IP family",
    ]);
    const { object, errors } = updateStatus(stored(), { podIP: "10.0.0.1" });
    expect(errors).toEqual([]);
    expect(object.status?.podIPs).toEqual([{ ip: "10.0.0.1" }]);
  });

  test("names conditions and the next node in the right form", () => {
    const conditions = [
      { type: "Ready", status: "True" },
      { type: "a b", status: "True" },
    ];
    expect(updateStatus(stored(), { conditions, nominatedNodeName: "A" }).errors).toEqual([
      expect.stringContaining('metadata.conditions[1].Type: Invalid value: "a b": name part must consist of'),
      expect.stringContaining('status.nominatedNodeName: Invalid value: "A": a lowercase RFC 1123 subdomain must'),
    ]);
  });

  test("cannot bring back a container that is not to be restarted", () => {
    const app = { name: "app", image: "app:1", imageID: "", ready: false, restartCount: 0 };
    const ended = { containerStatuses: [{ ...app, state: { terminated: { exitCode: 1 } } }] };
    const running = { containerStatuses: [{ ...app, state: { running: {} } }] };
    const errorsWith = (restartPolicy: string): readonly string[] => {
      const { object } = updateStatus(stored({ restartPolicy }), ended);
      return updateStatus(object, running).errors;
    };
    expect(errorsWith("Always")).toEqual([]);
    expect(errorsWith("OnFailure")).toEqual([]);
    expect(errorsWith("Never")).toEqual([
      "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state",
    ]);
  });
});

describe("the time that a Pod is given to end", () => {
  const grace = builtinHooks.get(pod)?.gracePeriodSeconds;
  const onNode = stored({ nodeName: "node-1", terminationGracePeriodSeconds: 40 });

  test("is the one asked for, else its own", () => {
    expect(grace?.(onNode, 5)).toBe(5);
    expect(grace?.(onNode, undefined)).toBe(40);
  });

  test("is none for a Pod without a node and for one that has ended", () => {
    expect(grace?.(stored(), 5)).toBe(0);
    expect(grace?.({ ...onNode, status: { phase: "Succeeded" } } as Pod, 5)).toBe(0);
  });
});

test("selectors can name fields that are unset, and the node by its older name", () => {
  expect(fieldValueOf(pod, "spec.hostNetwork", stored())).toBe("false");
  expect(fieldValueOf(pod, "spec.hostNetwork", stored({ hostNetwork: true }))).toBe("true");
  expect(builtinHooks.get(pod)?.fieldAliases).toEqual({ "spec.host": "spec.nodeName" });
});

test("selectors find a Pod by its main address", () => {
  const podIPs = [{ ip: "10.0.0.1" }, { ip: "fd00::1" }];
  expect(fieldValueOf(pod, "status.podIP", { ...stored(), status: { podIPs } })).toBe("10.0.0.1");
  expect(fieldValueOf(pod, "status.podIP", stored())).toBe("");
});

describe("advice on a new Pod", () => {
  test.each<[string, object, string[]]>([
    ["that is fine: none", {}, []],
    [
      "that sets a variable twice",
      {
        containers: [
          {
            ...containers[0],
            env: [
              { name: "A", value: "1" },
              { name: "A", value: "2" },
            ],
          },
        ],
      },
      ['spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      "that selects nodes by an old label",
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      "that asks for parts of a byte",
      { containers: [{ ...containers[0], resources: { requests: { memory: "100m" } } }] },
      ['spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer'],
    ],
    [
      "that exposes a port in ways that may be mixed up",
      {
        containers: [
          {
            ...containers[0],
            ports: [
              { containerPort: 80, hostPort: 8080, hostIP: "10.0.0.1" },
              { containerPort: 80, hostPort: 8080 },
              { containerPort: 80 },
            ],
          },
        ],
      },
      [
        "spec.containers[0].ports[1]: dangerously ambiguous port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]",
        "spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]",
      ],
    ],
    [
      "that pulls with a Secret twice, and with none",
      { imagePullSecrets: [{ name: "a" }, { name: "a" }, {}] },
      ['spec.imagePullSecrets[1].name: duplicate name "a"', 'spec.imagePullSecrets[2].name: invalid empty name ""'],
    ],
    [
      "that uses volumes of yore",
      {
        volumes: [
          { name: "v", gitRepo: { repository: "r" } },
          { name: "w", rbd: { monitors: ["m"], image: "i" } },
        ],
      },
      [
        "spec.volumes[0].gitRepo: deprecated in v1.11",
        "spec.volumes[1].rbd: deprecated in v1.28, non-functional in v1.31+",
      ],
    ],
    [
      "that exposes a port twice",
      { containers: [{ ...containers[0], ports: [{ containerPort: 80 }, { containerPort: 80 }] }] },
      ["spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"],
    ],
  ])("%s", (_, spec, warnings) => {
    expect(writes.create({ metadata, spec: { containers, ...spec } }).warnings).toEqual(warnings);
  });

  test("names a host name that is no DNS label", () => {
    const { warnings } = writes.create({ metadata: { ...metadata, name: "web.1" }, spec: { containers } });
    expect(warnings).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is " +
        "recommended: [must not contain dots]",
    ]);
  });
});
