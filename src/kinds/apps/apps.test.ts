import { describe, expect, test } from "vitest";
import { daemonSet, deployment, replicaSet, replicationController, statefulSet } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const deployments = new KindWrites(deployment);
const daemonSets = new KindWrites(daemonSet);
const statefulSets = new KindWrites(statefulSet);

const labels = { app: "web" };
const selector = { matchLabels: labels };
const podSpec = { containers: [{ name: "app", image: "app:1" }] };
const template = { metadata: { labels }, spec: podSpec };

/** Kinds whose Pods are kept running, by their names in error messages. */
const controllers = [
  ["ReplicaSet", new KindWrites(deployment)],
  ["ReplicaSet", new KindWrites(replicaSet)],
  ["DaemonSet", new KindWrites(daemonSet)],
  ["StatefulSet", new KindWrites(statefulSet)],
] as const;

describe.each(controllers)("a controller whose errors name a %s", (name, writes) => {
  const errorsOf = (spec: object) =>
    writes.create({ spec: { serviceName: "web", selector, template, ...spec } }).errors;

  test("a controller whose selector matches its template is accepted", () => {
    expect(errorsOf({})).toEqual([]);
  });

  test("a controller whose selector does not match its template is rejected", () => {
    const other = { metadata: { labels: { app: "other" } }, spec: podSpec };
    expect(errorsOf({ template: other })).toEqual([
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"other"}: `selector` does not match ' +
        "template `labels`",
    ]);
  });

  test("a controller with an empty selector is rejected", () => {
    const kind = { DaemonSet: "daemonset", StatefulSet: "statefulset", ReplicaSet: "deployment" }[name];
    expect(errorsOf({ selector: {} })).toEqual([
      "spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), " +
        `MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for ${kind}`,
    ]);
  });

  test("a controller whose template ends its Pods is rejected", () => {
    const ending = { metadata: { labels }, spec: { ...podSpec, restartPolicy: "Never", activeDeadlineSeconds: 5 } };
    expect(errorsOf({ template: ending })).toEqual([
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      `spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ${name} is not Supported`,
    ]);
  });

  test(
    name === "StatefulSet"
      ? "a StatefulSet accepts containers without an image"
      : "a container without an image is rejected",
    () => {
      const spec = { containers: [{ name: "app" }] };
      expect(errorsOf({ template: { metadata: { labels }, spec } })).toEqual(
        name === "StatefulSet" ? [] : ["spec.template.spec.containers[0].image: Required value"],
      );
    },
  );
});

test.each([
  ["Deployment", new KindWrites(deployment)],
  ["ReplicaSet", new KindWrites(replicaSet)],
  ["DaemonSet", new KindWrites(daemonSet)],
] as const)("an update that changes the selector of a %s is rejected", (_, writes) => {
  const old = writes.stored({ spec: { selector, template } });
  const both = { ...labels, tier: "front" };
  const change = (one: { spec?: object }): void => {
    Object.assign(one.spec ?? {}, {
      selector: { matchLabels: both },
      template: { metadata: { labels: both }, spec: podSpec },
    });
  };
  expect(writes.update(old as never, change).errors).toEqual([
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"web", "tier":"front"}, ' +
      "MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable",
  ]);
});

describe("a label selector", () => {
  const errorsWith = (requirement: object) =>
    deployments
      .create({ spec: { selector: { matchLabels: labels, matchExpressions: [requirement] }, template } })
      .errors.filter((error) => error.includes("matchExpressions"));

  test.each<[object, string]>([
    [
      { key: "a", operator: "In" },
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      { key: "a", operator: "Exists", values: ["b"] },
      "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or " +
        "'DoesNotExist'",
    ],
    [
      { key: "a", operator: "Near" },
      'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ],
  ])("a label selector with the requirement %j is rejected", (requirement, error) => {
    expect(errorsWith(requirement)).toEqual([error]);
  });
});

describe("a Deployment", () => {
  const errorsOf = (spec: object) => deployments.create({ spec: { selector, template, ...spec } }).errors;
  const rolling = (rollingUpdate: object) => ({ strategy: { rollingUpdate } });

  test("a Deployment replaces 25% of its Pods at a time by default", () => {
    const decoded = (strategy: object) => deployments.decode({ spec: { selector, template, strategy } }).spec?.strategy;
    expect(decoded({})).toEqual({
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" },
    });
    expect(decoded({ type: "Recreate" })).toEqual({ type: "Recreate" });
  });

  test.each<[string, object, string[]]>([
    [
      "maxUnavailable 0 and maxSurge 0",
      rolling({ maxUnavailable: 0, maxSurge: 0 }),
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: ' +
          "may not be 0 when `maxSurge` is 0",
      ],
    ],
    [
      "maxUnavailable 101%",
      rolling({ maxUnavailable: "101%" }),
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: ' +
          "must not be greater than 100%",
      ],
    ],
    [
      "rollingUpdate for the strategy Recreate",
      { strategy: { type: "Recreate", rollingUpdate: {} } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      "a progressDeadlineSeconds that does not exceed minReadySeconds",
      { minReadySeconds: 10, progressDeadlineSeconds: 10 },
      ["spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds"],
    ],
    ["negative replicas", { replicas: -1 }, ["spec.replicas: Invalid value: -1: must be greater than or equal to 0"]],
  ])("a Deployment with %s is rejected", (_, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  test("a Deployment status with more available Pods than Pods and ready Pods is rejected", () => {
    const old = deployments.stored({ spec: { selector, template } });
    const status = { replicas: 2, readyReplicas: 1, availableReplicas: 3 };
    expect(deployments.update(old, (one) => Object.assign(one, { status }), "status").errors).toEqual([
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
    ]);
  });

  test("a Deployment status without its collisionCount is rejected", () => {
    const old = { ...deployments.stored({ spec: { selector, template } }), status: { collisionCount: 2 } };
    expect(deployments.update(old, (one) => Object.assign(one, { status: {} }), "status").errors).toEqual([
      "status.collisionCount: Invalid value: 0: cannot be decremented",
    ]);
  });

  test("the rollback annotation of a Deployment is stored as a plain number, and text is rejected", () => {
    const annotation = "deprecated.deployment.rollback.to";
    const annotationsWith = (revision: string) => {
      const metadata = { name: "it", annotations: { [annotation]: revision, a: "b" } };
      return deployments.decode({ metadata, spec: { selector, template } }).metadata.annotations;
    };
    expect(annotationsWith("+007")).toEqual({ [annotation]: "7", a: "b" });
    expect(annotationsWith("")).toEqual({ a: "b" });
    expect(() => annotationsWith("last")).toThrow(
      `failed to parse annotation[${annotation}]=last as int64: strconv.ParseInt: parsing "last": invalid syntax`,
    );
  });

  test("a Deployment gets a warning about its name when it is created, and about its template when that changes", () => {
    const { object, warnings } = deployments.create({
      metadata: { name: "web.1", namespace: "shop" },
      spec: { selector, template },
    });
    expect(warnings).toEqual([
      "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is " +
        "recommended: [must not contain dots]",
    ]);
    const select = (one: typeof object): void => {
      if (one.spec?.template.spec) one.spec.template.spec.nodeSelector = { "beta.kubernetes.io/arch": "arm64" };
    };
    const updated = deployments.update(object, select);
    expect(updated.warnings).toEqual([
      'spec.template.spec.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead',
    ]);
    expect(deployments.update(updated.object, () => {}).warnings).toEqual([]);
  });
});

describe("a DaemonSet", () => {
  const generationOf = (object: { metadata: { annotations?: Record<string, string> } }) =>
    object.metadata.annotations?.["deprecated.daemonset.template.generation"];

  test("the template generation of a DaemonSet counts changes of its template", () => {
    const created = daemonSets.stored({ spec: { selector, template } });
    expect(generationOf(created)).toBe("1");
    const { object: relabelled } = daemonSets.update(created, (one) => {
      one.metadata.labels = { a: "b" };
      one.metadata.annotations = {};
    });
    expect(generationOf(relabelled)).toBe("1");
    const { object: changed } = daemonSets.update(relabelled, (one) => {
      if (one.spec?.template.spec) one.spec.template.spec.hostNetwork = true;
    });
    expect(generationOf(changed)).toBe("2");
  });

  test("the template generation of a new DaemonSet may be set to a positive number", () => {
    const create = (generation: string) =>
      daemonSets.create({
        metadata: { name: "it", annotations: { "deprecated.daemonset.template.generation": generation } },
        spec: { selector, template },
      });
    expect(generationOf(create("7").object)).toBe("7");
    expect(generationOf(create("9007199254740993").object)).toBe("9007199254740993");
    expect(generationOf(create("-7").object)).toBe("1");
    expect(() => create("seven")).toThrow('strconv.ParseInt: parsing "seven": invalid syntax');
  });

  test.each<[object, string[]]>([
    [{}, []],
    [{ maxUnavailable: 0, maxSurge: 1 }, []],
    [
      { maxUnavailable: 1, maxSurge: 1 },
      [
        "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: " +
          'intstr.IntOrString{Type:0, IntVal:1, StrVal:""}: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [
      { maxUnavailable: 0 },
      ["spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0"],
    ],
  ])("rollingUpdate %j of a DaemonSet gets the errors %j", (rollingUpdate, errors) => {
    const spec = { selector, template, updateStrategy: { rollingUpdate } };
    expect(daemonSets.create({ spec }).errors).toEqual(errors);
  });
});

describe("a StatefulSet", () => {
  const claim = { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } };
  const base = { serviceName: "web", selector, template };

  test("the claim templates of a StatefulSet get kind and apiVersion", () => {
    const { spec } = statefulSets.stored({ spec: { ...base, volumeClaimTemplates: [claim] } });
    expect(spec?.volumeClaimTemplates?.[0]).toMatchObject({ kind: "PersistentVolumeClaim", apiVersion: "v1" });
  });

  test("the updateStrategy of a StatefulSet defaults to RollingUpdate with partition 0", () => {
    const stored = (updateStrategy: object) =>
      statefulSets.stored({ spec: { ...base, updateStrategy } }).spec?.updateStrategy;
    expect(stored({})).toEqual({ type: "RollingUpdate", rollingUpdate: { partition: 0 } });
    expect(stored({ type: "RollingUpdate" })).toEqual({ type: "RollingUpdate" });
    expect(stored({ type: "OnDelete" })).toEqual({ type: "OnDelete" });
  });

  test.each<[object, string[]]>([
    [
      { updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } },
      [
        "spec.updateStrategy.rollingUpdate: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1, " +
          "MaxUnavailable:(*intstr.IntOrString)(nil)}: only allowed for updateStrategy 'RollingUpdate'",
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { partition: -1 } } },
      ["spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0"],
    ],
    [
      { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Archive", whenScaled: "Delete" } },
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "Archive": supported values: ' +
          '"Retain", "Delete"',
      ],
    ],
  ])("a StatefulSet with %j is rejected", (spec, errors) => {
    expect(statefulSets.create({ spec: { ...base, ...spec } }).errors).toEqual(errors);
  });

  test("a StatefulSet may mount volumes of its claim templates", () => {
    const mounted = {
      metadata: { labels },
      spec: { containers: [{ name: "app", image: "app", volumeMounts: [{ name: "data", mountPath: "/data" }] }] },
    };
    const spec = { ...base, template: mounted, volumeClaimTemplates: [claim] };
    expect(statefulSets.create({ spec }).errors).toEqual([]);
  });

  test("an update of a StatefulSet may change replicas, minReadySeconds and ordinals, but not its serviceName", () => {
    const old = statefulSets.stored({ spec: base });
    const update = (change: object) => statefulSets.update(old, ({ spec }) => Object.assign(spec ?? {}, change)).errors;
    expect(update({ replicas: 5, minReadySeconds: 3, ordinals: { start: 1 } })).toEqual([]);
    expect(update({ serviceName: "other" })).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
        "'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });
});

test("a ReplicationController whose selector does not match its template is rejected", () => {
  const writes = new KindWrites(replicationController);
  expect(writes.create({ spec: { selector: { app: "other" }, template } }).errors).toEqual([
    'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template ' +
      "`labels`",
  ]);
});
