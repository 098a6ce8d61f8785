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
  test("a new Pod is Pending, also if the client sends another status", () => {
    const { object } = writes.create({
      metadata,
      spec: { containers },
      status: { phase: "Running", podIP: "10.0.0.1" },
    });
    expect(object.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
  });

  test("a new Pod with scheduling gates has a condition that says so", () => {
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

  test("matchLabelKeys and mismatchLabelKeys of a new Pod become expressions of the labelSelector", () => {
    const term = {
      topologyKey: "zone",
      labelSelector: { matchLabels: { app: "web" } },
      matchLabelKeys: ["tier", "unknown"],
      mismatchLabelKeys: ["app"],
    };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const [storedTerm] =
      stored({ affinity }).spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    expect(storedTerm?.labelSelector?.matchExpressions).toEqual([
      { key: "tier", operator: "In", values: ["front"] },
      { key: "app", operator: "NotIn", values: ["web"] },
    ]);
  });
});

describe("the quality of service class", () => {
  const limits = { cpu: "1", memory: "1Gi" };

  test.each<[string, object, string]>([
    ["without requests is BestEffort", {}, "BestEffort"],
    ["with limits for cpu and memory is Guaranteed", { limits }, "Guaranteed"],
    ["with requests as high as the limits is Guaranteed", { limits, requests: { cpu: "1000m" } }, "Guaranteed"],
    ["with requests below the limits is Burstable", { limits, requests: { cpu: "500m" } }, "Burstable"],
    ["with a limit for only one resource is Burstable", { limits: { cpu: "1" } }, "Burstable"],
    [
      "with requests for other resources only is BestEffort",
      { requests: { "ephemeral-storage": "1Gi" } },
      "BestEffort",
    ],
  ])("the quality of service class of a Pod %s", (_, resources, expected) => {
    expect(stored({ containers: [{ ...containers[0], resources }] }).status?.qosClass).toBe(expected);
  });

  test("the quality of service class takes all containers into account", () => {
    const other = { name: "log", image: "log", resources: { limits } };
    expect(stored({ containers: [{ ...containers[0], resources: { limits } }, other] }).status?.qosClass).toBe(
      "Guaranteed",
    );
    expect(stored({ containers: [...containers, other] }).status?.qosClass).toBe("Burstable");
  });
});

describe("an update of a Pod", () => {
  type Change = (spec: NonNullable<Pod["spec"]>) => void;

  function errorsOf(old: Pod, change: Change): readonly string[] {
    return writes.update(old, ({ spec }) => {
      if (spec) change(spec);
    }).errors;
  }

  test.each<[string, Change]>([
    ["changes an image", (spec) => spec.containers.forEach((one) => (one.image = "app:2"))],
    ["sets activeDeadlineSeconds for the first time", (spec) => (spec.activeDeadlineSeconds = 60)],
    ["adds a toleration", (spec) => (spec.tolerations = [{ key: "a", operator: "Exists" }])],
  ])("an update of a Pod that %s is accepted", (_, change) => {
    expect(errorsOf(stored(), change)).toEqual([]);
  });

  test("an update of a Pod that changes the hostname is rejected with the difference", () => {
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

  test("an update of a Pod that adds a container is rejected", () => {
    expect(errorsOf(stored(), (spec) => spec.containers.push({ name: "more", image: "more" }))).toEqual([
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ]);
  });

  test("an update of a Pod can only lower activeDeadlineSeconds", () => {
    const old = stored({ activeDeadlineSeconds: 60 });
    expect(errorsOf(old, (spec) => (spec.activeDeadlineSeconds = 30))).toEqual([]);
    expect(errorsOf(old, (spec) => (spec.activeDeadlineSeconds = 90))).toEqual([
      "spec.activeDeadlineSeconds: Invalid value: 90: must be less than or equal to previous value",
    ]);
    expect(errorsOf(old, (spec) => delete spec.activeDeadlineSeconds)[0]).toBe(
      'spec.activeDeadlineSeconds: Invalid value: "null": must not update from a positive integer to nil value',
    );
  });

  test("an update of a Pod can change only tolerationSeconds of its tolerations", () => {
    const toleration = { key: "a", operator: "Exists" as const, effect: "NoExecute" as const, tolerationSeconds: 5 };
    const old = stored({ tolerations: [toleration] });
    expect(errorsOf(old, (spec) => (spec.tolerations = [{ ...toleration, tolerationSeconds: 9 }]))).toEqual([]);
    expect(errorsOf(old, (spec) => (spec.tolerations = []))).toEqual([
      "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds",
    ]);
  });

  test("an update of a Pod can remove scheduling gates and not add any", () => {
    const old = stored({ schedulingGates: [{ name: "a" }, { name: "b" }] });
    expect(errorsOf(old, (spec) => (spec.schedulingGates = [{ name: "b" }]))).toEqual([]);
    expect(errorsOf(old, (spec) => spec.schedulingGates?.push({ name: "c" }))).toEqual([
      "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'c'",
    ]);
  });

  test("an update of a gated Pod can add to nodeSelector, and an update of another Pod cannot", () => {
    const gated = stored({ schedulingGates: [{ name: "a" }], nodeSelector: { disk: "ssd" } });
    expect(errorsOf(gated, (spec) => (spec.nodeSelector = { disk: "ssd", zone: "a" }))).toEqual([]);
    expect(errorsOf(gated, (spec) => (spec.nodeSelector = { zone: "a" }))).toEqual([
      'spec.nodeSelector: Invalid value: map[string]string{"zone":"a"}: only additions to spec.nodeSelector are ' +
        "allowed (no mutations or deletions)",
    ]);
    const free = stored({ nodeSelector: { disk: "ssd" } });
    expect(errorsOf(free, (spec) => (spec.nodeSelector = { disk: "ssd", zone: "a" }))).toHaveLength(1);
  });

  test("an update of a gated Pod can add to the terms of the node affinity and remove nothing from them", () => {
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

  test("an update of a Pod that adds the annotation of a mirror Pod is rejected", () => {
    const { errors } = writes.update(stored(), (one) => {
      one.metadata.annotations = { "kubernetes.io/config.mirror": "abc" };
    });
    expect(errors).toContain(
      "metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod annotation",
    );
  });
});

describe("an update of the status of a Pod", () => {
  function updateStatus(old: Pod, status: object) {
    return writes.update(old, (one) => Object.assign(one, { status }), "status");
  }

  test("an update of the status of a Pod keeps the spec and the quality of service class", () => {
    const { object, errors } = updateStatus(stored(), { phase: "Running" });
    expect(errors).toEqual([]);
    expect(object.status).toEqual({ phase: "Running", qosClass: "BestEffort" });
  });

  test("an update of the status of a Pod that changes the quality of service class is rejected", () => {
    expect(updateStatus(stored(), { phase: "Running", qosClass: "Guaranteed" }).errors).toEqual([
      'status.qosClass: Invalid value: "Guaranteed": field is immutable',
    ]);
  });

  test("an update of the status of a Pod can set one address of each IP family", () => {
    expect(updateStatus(stored(), { podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] }).errors).toEqual([
      'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"10.0.0.1"}, core.PodIP{IP:"10.0.0.2"}}: may specify ' +
        "no more than one IP for each IP family",
    ]);
    const { object, errors } = updateStatus(stored(), { podIP: "10.0.0.1" });
    expect(errors).toEqual([]);
    expect(object.status?.podIPs).toEqual([{ ip: "10.0.0.1" }]);
  });

  test("an update of the status of a Pod with an invalid condition type and nominatedNodeName is rejected", () => {
    const conditions = [
      { type: "Ready", status: "True" },
      { type: "a b", status: "True" },
    ];
    expect(updateStatus(stored(), { conditions, nominatedNodeName: "A" }).errors).toEqual([
      expect.stringContaining('metadata.conditions[1].Type: Invalid value: "a b": name part must consist of'),
      expect.stringContaining('status.nominatedNodeName: Invalid value: "A": a lowercase RFC 1123 subdomain must'),
    ]);
  });

  test("an update of the status of a Pod that restarts a terminated container is rejected with restartPolicy Never", () => {
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

describe("the grace period of a Pod", () => {
  const grace = builtinHooks.get(pod)?.gracePeriodSeconds;
  const onNode = stored({ nodeName: "node-1", terminationGracePeriodSeconds: 40 });

  test("the grace period of a Pod is the one of the request, or else the one of its spec", () => {
    expect(grace?.(onNode, 5)).toBe(5);
    expect(grace?.(onNode, undefined)).toBe(40);
  });

  test("the grace period is 0 for a Pod without a node and for a Pod that has succeeded", () => {
    expect(grace?.(stored(), 5)).toBe(0);
    expect(grace?.({ ...onNode, status: { phase: "Succeeded" } } as Pod, 5)).toBe(0);
  });
});

test("field selectors of Pods match hostNetwork also if it is unset, and spec.host means spec.nodeName", () => {
  expect(fieldValueOf(pod, "spec.hostNetwork", stored())).toBe("false");
  expect(fieldValueOf(pod, "spec.hostNetwork", stored({ hostNetwork: true }))).toBe("true");
  expect(builtinHooks.get(pod)?.fieldAliases).toEqual({ "spec.host": "spec.nodeName" });
});

test("a field selector of status.podIP matches the first address of a Pod", () => {
  const podIPs = [{ ip: "10.0.0.1" }, { ip: "fd00::1" }];
  expect(fieldValueOf(pod, "status.podIP", { ...stored(), status: { podIPs } })).toBe("10.0.0.1");
  expect(fieldValueOf(pod, "status.podIP", stored())).toBe("");
});

describe("warnings about a new Pod", () => {
  test.each<[string, object, string[]]>([
    ["without faults draws no warnings", {}, []],
    [
      "that sets a variable twice draws a warning",
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
      "that selects nodes by a deprecated label draws a warning",
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      "that requests fractions of a byte draws a warning",
      { containers: [{ ...containers[0], resources: { requests: { memory: "100m" } } }] },
      ['spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer'],
    ],
    [
      "with ambiguous and overlapping ports draws warnings",
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
      "that lists an imagePullSecret twice and one without a name draws warnings",
      { imagePullSecrets: [{ name: "a" }, { name: "a" }, {}] },
      ['spec.imagePullSecrets[1].name: duplicate name "a"', 'spec.imagePullSecrets[2].name: invalid empty name ""'],
    ],
    [
      "that uses deprecated volume types draws warnings",
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
      "that exposes a port twice draws a warning",
      { containers: [{ ...containers[0], ports: [{ containerPort: 80 }, { containerPort: 80 }] }] },
      ["spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"],
    ],
  ])("a new Pod %s", (_, spec, warnings) => {
    expect(writes.create({ metadata, spec: { containers, ...spec } }).warnings).toEqual(warnings);
  });

  test("a new Pod whose name is not a DNS label draws a warning about the host name", () => {
    const { warnings } = writes.create({ metadata: { ...metadata, name: "web.1" }, spec: { containers } });
    expect(warnings).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is " +
        "recommended: [must not contain dots]",
    ]);
  });
});
