import { describe } from "vitest";
import {
  refuseAvailableCounts,
  refuseLargeCounts,
  refuseLostCollisions,
  refuseNegativeCounts,
  refuseNegativeFields,
  refuseSelectors,
  refuseTemplates,
} from "../support/controller-refusals.ts";
import { controllerSpec, notNegative, specWith } from "../support/controllers.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const collection = "/apis/apps/v1/namespaces/default/statefulsets";
const manifest = { spec: { serviceName: "web", ...controllerSpec } };
const server = ruleServer();
const statefulSets = new Refusals(server, collection, manifest);

describe("a StatefulSet", () => {
  statefulSets.create(
    "[StatefulSet#2] a StatefulSet with an unknown podManagementPolicy is rejected",
    specWith({ podManagementPolicy: "Random" }),
    ["spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'"],
  );
  const claims = "spec.persistentVolumeClaimRetentionPolicy";
  statefulSets.create(
    "[StatefulSet#9] a StatefulSet with an unknown whenDeleted policy is rejected",
    specWith({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Archive" } }),
    [`${claims}.whenDeleted: Unsupported value: "Archive": supported values: "Retain", "Delete"`],
  );
  statefulSets.create(
    "[StatefulSet#10] a StatefulSet with an unknown whenScaled policy is rejected",
    specWith({ persistentVolumeClaimRetentionPolicy: { whenScaled: "Archive" } }),
    [`${claims}.whenScaled: Unsupported value: "Archive": supported values: "Retain", "Delete"`],
  );
  refuseNegativeFields(statefulSets, { "StatefulSet#11": "replicas", "StatefulSet#12": "minReadySeconds" });
  statefulSets.create(
    "[StatefulSet#13] a StatefulSet with a negative ordinals.start is rejected",
    specWith({ ordinals: { start: -1 } }),
    [`spec.ordinals.start: Invalid value: -1: ${notNegative}`],
  );
  statefulSets.accepts("a StatefulSet with ordinals.start 0 is accepted", specWith({ ordinals: { start: 0 } }));
  refuseSelectors(statefulSets, {
    required: "StatefulSet#14",
    notEmpty: "StatefulSet#15",
    emptyFor: "statefulset",
    readable: "StatefulSet#16",
  });
  refuseTemplates(statefulSets, "StatefulSet", {
    labels: "StatefulSet#17",
    restartPolicy: "StatefulSet#18",
    activeDeadlineSeconds: "StatefulSet#19",
  });
  statefulSets.accepts("a StatefulSet accepts containers in its template that a Pod would not accept", ({ spec }) => {
    spec.template.spec.containers = [{ name: "No Name", volumeMounts: [{ name: "data", mountPath: "/data" }] }];
  });
  statefulSets.accepts("a StatefulSet accepts volumeClaimTemplates that a claim would not accept", ({ spec }) => {
    spec.volumeClaimTemplates = [{ metadata: { name: "data" }, spec: {} }];
  });
  statefulSets.update("[StatefulSet#20] an update of a StatefulSet's serviceName is rejected", {
    change: specWith({ serviceName: "other", replicas: 5 }),
    causes: [
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
        "'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ],
  });
});

describe("the strategy of a StatefulSet", () => {
  const path = "spec.updateStrategy.rollingUpdate";

  statefulSets.create(
    "[StatefulSet#4] a StatefulSet with the strategy OnDelete and rollingUpdate is rejected",
    specWith({ updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } }),
    [
      `${path}: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1, ` +
        "MaxUnavailable:(*intstr.IntOrString)(nil)}: only allowed for updateStrategy 'RollingUpdate'",
    ],
  );
  statefulSets.create(
    "[StatefulSet#5] a StatefulSet with a negative partition is rejected",
    specWith({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } }),
    [`${path}.partition: Invalid value: -1: ${notNegative}`],
  );
  statefulSets.create(
    "[StatefulSet#8] a StatefulSet with an unknown updateStrategy is rejected",
    specWith({ updateStrategy: { type: "Never" } }),
    [
      'spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:"Never", ' +
        "RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be 'RollingUpdate' or 'OnDelete'",
    ],
  );
});

describe("a StatefulSet with maxUnavailable", () => {
  const statefulSetsWithFeature = new Refusals(
    ruleServer(["--feature-gates=MaxUnavailableStatefulSet=true"]),
    collection,
    manifest,
  );
  const path = "spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value";
  const replacing = (maxUnavailable: unknown): Change =>
    specWith({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable } } });

  statefulSetsWithFeature.create("[StatefulSet#6] a StatefulSet with maxUnavailable 0 is rejected", replacing(0), [
    `${path}: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: cannot be 0`,
  ]);
  statefulSetsWithFeature.create(
    "[StatefulSet#7] a StatefulSet with maxUnavailable 101% is rejected",
    replacing("101%"),
    [`${path}: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`],
  );
  statefulSetsWithFeature.accepts("a StatefulSet with maxUnavailable 100% is accepted", replacing("100%"));
});

describe("the status of a StatefulSet", () => {
  refuseNegativeCounts(statefulSets, {
    "StatefulSet#21": ["replicas", "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
    "StatefulSet#22": ["readyReplicas", "availableReplicas"],
    "StatefulSet#23": ["currentReplicas"],
    "StatefulSet#24": ["updatedReplicas"],
    "StatefulSet#25": ["availableReplicas"],
    "StatefulSet#26": ["observedGeneration"],
    "StatefulSet#27": ["collisionCount"],
  });
  refuseLargeCounts(statefulSets, {
    "StatefulSet#28": "readyReplicas",
    "StatefulSet#29": "currentReplicas",
    "StatefulSet#30": "updatedReplicas",
  });
  refuseAvailableCounts(statefulSets, "status.readyReplicas", {
    withinReplicas: "StatefulSet#31",
    withinReady: "StatefulSet#32",
  });
  refuseLostCollisions(statefulSets, "StatefulSet#33", 1);
});
