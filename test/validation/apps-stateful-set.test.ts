import { describe } from "vitest";
import {
  controllerSpec,
  emptySelector,
  lessThanNone,
  makeOthers,
  moreThanThereAre,
  notNegative,
  otherPods,
  selectEverything,
  selectStrangely,
  specWith,
  statusWith,
  strangeSelector,
  unselected,
} from "../support/controllers.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const collection = "/apis/apps/v1/namespaces/default/statefulsets";
const manifest = { spec: { serviceName: "web", ...controllerSpec } };
const server = ruleServer();
const statefulSets = new Refusals(server, collection, manifest);

describe("a StatefulSet", () => {
  statefulSets.create(
    "[StatefulSet#2] makes its Pods in order or all at once",
    specWith({ podManagementPolicy: "Random" }),
    ["spec.podManagementPolicy: Invalid value: \"Random\": must be 'OrderedReady' or 'Parallel'"],
  );
  const claims = "spec.persistentVolumeClaimRetentionPolicy";
  statefulSets.create(
    "[StatefulSet#9] keeps its claims or deletes them when it goes",
    specWith({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Archive" } }),
    [`${claims}.whenDeleted: Unsupported value: "Archive": supported values: "Retain", "Delete"`],
  );
  statefulSets.create(
    "[StatefulSet#10] keeps its claims or deletes them when it shrinks",
    specWith({ persistentVolumeClaimRetentionPolicy: { whenScaled: "Archive" } }),
    [`${claims}.whenScaled: Unsupported value: "Archive": supported values: "Retain", "Delete"`],
  );
  statefulSets.create("[StatefulSet#11] has no negative replicas", specWith({ replicas: -1 }), [
    `spec.replicas: Invalid value: -1: ${notNegative}`,
  ]);
  statefulSets.create("[StatefulSet#12] has no negative minReadySeconds", specWith({ minReadySeconds: -1 }), [
    `spec.minReadySeconds: Invalid value: -1: ${notNegative}`,
  ]);
  statefulSets.create("[StatefulSet#13] has no Pods numbered below 0", specWith({ ordinals: { start: -1 } }), [
    `spec.ordinals.start: Invalid value: -1: ${notNegative}`,
  ]);
  statefulSets.accepts("may start at 0", specWith({ replicas: 0, minReadySeconds: 0, ordinals: { start: 0 } }));
  statefulSets.create("[StatefulSet#14] has a selector", specWith({ selector: undefined }), [
    "spec.selector: Required value",
    unselected,
  ]);
  statefulSets.create("[StatefulSet#15] does not select everything", selectEverything, [
    `spec.selector: Invalid value: ${emptySelector}: empty selector is invalid for statefulset`,
  ]);
  statefulSets.create("[StatefulSet#16] has a selector that can be read", selectStrangely, [
    'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    `spec.selector: Invalid value: ${strangeSelector}`,
  ]);
  statefulSets.create("[StatefulSet#17] selects the Pods that it makes", makeOthers, [otherPods]);
  statefulSets.create(
    "[StatefulSet#18] keeps its Pods running",
    ({ spec }) => {
      spec.template.spec.restartPolicy = "Never";
    },
    ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
  );
  statefulSets.create(
    "[StatefulSet#19] sets its Pods no deadline",
    ({ spec }) => {
      spec.template.spec.activeDeadlineSeconds = 5;
    },
    ["spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not Supported"],
  );
  statefulSets.accepts("leaves the rest of its template to the Pods", ({ spec }) => {
    spec.template.spec.containers = [{ name: "No Name", volumeMounts: [{ name: "data", mountPath: "/data" }] }];
  });
  statefulSets.accepts("leaves its claims to the time when they are made", ({ spec }) => {
    spec.volumeClaimTemplates = [{ metadata: { name: "data" }, spec: {} }];
  });
  statefulSets.update("[StatefulSet#20] changes in a few ways only", {
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
    "[StatefulSet#4] has no settings of another one",
    specWith({ updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } }),
    [
      `${path}: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1, ` +
        "MaxUnavailable:(*intstr.IntOrString)(nil)}: only allowed for updateStrategy 'RollingUpdate'",
    ],
  );
  statefulSets.create(
    "[StatefulSet#5] leaves no Pods below 0 as they are",
    specWith({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } }),
    [`${path}.partition: Invalid value: -1: ${notNegative}`],
  );
  statefulSets.create("[StatefulSet#8] is one that there is", specWith({ updateStrategy: { type: "Never" } }), [
    'spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:"Never", ' +
      "RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be 'RollingUpdate' or 'OnDelete'",
  ]);
});

describe("a StatefulSet that may replace several Pods at a time", () => {
  const several = new Refusals(ruleServer(["--feature-gates=MaxUnavailableStatefulSet=true"]), collection, manifest);
  const path = "spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value";
  const replacing = (maxUnavailable: unknown): Change =>
    specWith({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable } } });

  several.create("[StatefulSet#6] replaces one at least", replacing(0), [
    `${path}: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: cannot be 0`,
  ]);
  several.create("[StatefulSet#7] replaces no more than all", replacing("101%"), [
    `${path}: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
  ]);
  several.accepts("may replace all", replacing("100%"));
});

describe("the status of a StatefulSet", () => {
  statefulSets.update(
    "[StatefulSet#21] counts no fewer than no Pods",
    lessThanNone("replicas", "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"),
  );
  statefulSets.update(
    "[StatefulSet#22] counts no fewer than no ready Pods",
    lessThanNone("readyReplicas", "availableReplicas"),
  );
  statefulSets.update("[StatefulSet#23] counts no fewer than no current Pods", lessThanNone("currentReplicas"));
  statefulSets.update("[StatefulSet#24] counts no fewer than no updated Pods", lessThanNone("updatedReplicas"));
  statefulSets.update("[StatefulSet#25] counts no fewer than no available Pods", lessThanNone("availableReplicas"));
  statefulSets.update("[StatefulSet#26] is of no generation below 0", lessThanNone("observedGeneration"));
  statefulSets.update("[StatefulSet#27] counts no fewer than no collisions", lessThanNone("collisionCount"));

  const parts: readonly [id: number, field: string][] = [
    [28, "readyReplicas"],
    [29, "currentReplicas"],
    [30, "updatedReplicas"],
  ];
  for (const [id, field] of parts) {
    statefulSets.update(
      `[StatefulSet#${id}] counts no more ${field} than Pods`,
      moreThanThereAre({ [field]: 3 }, `status.${field}: Invalid value: 3: cannot be greater than status.replicas`),
    );
  }

  statefulSets.update(
    "[StatefulSet#31] counts no more available Pods than Pods",
    moreThanThereAre(
      { readyReplicas: 2, availableReplicas: 3 },
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.readyReplicas",
    ),
  );
  statefulSets.update(
    "[StatefulSet#32] counts no more available Pods than ready ones",
    moreThanThereAre(
      { readyReplicas: 1, availableReplicas: 2 },
      "status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas",
    ),
  );
  statefulSets.update("[StatefulSet#33] never forgets collisions", {
    subresource: "status",
    beforeStatus: statusWith({ collisionCount: 2 }),
    change: statusWith({ collisionCount: 1 }),
    causes: ["status.collisionCount: Invalid value: 1: cannot be decremented"],
  });
});
