import { describe } from "vitest";
import {
  controllerSpec,
  emptySelector,
  largerSelector,
  lessThanNone,
  makeOthers,
  notNegative,
  otherPods,
  selectEverything,
  selectMore,
  specWith,
  statusWith,
  unselected,
} from "../support/controllers.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const daemonSets = new Refusals(server, "/apis/apps/v1/namespaces/default/daemonsets", { spec: controllerSpec });

describe("a DaemonSet", () => {
  daemonSets.update("[DaemonSet#1] [DaemonSet#9] counts the changes of its template as far as 64 bits reach", {
    before: ({ metadata }) => {
      metadata.annotations = { "deprecated.daemonset.template.generation": "9223372036854775807" };
    },
    change: ({ spec }) => {
      spec.template.spec.hostNetwork = true;
    },
    causes: [
      `spec.templateGeneration: Invalid value: -9223372036854775808: ${notNegative}`,
      "spec.templateGeneration: Invalid value: -9223372036854775808: must not be decremented",
      `spec.templateGeneration: Invalid value: -9223372036854775808: ${notNegative}`,
    ],
  });
  daemonSets.create("[DaemonSet#4] selects the Pods that it makes", makeOthers, [otherPods]);
  daemonSets.update("tells twice what is wrong with an update", {
    change: makeOthers,
    causes: [otherPods, otherPods],
  });
  daemonSets.create("selects something", specWith({ selector: undefined }), [unselected]);
  daemonSets.create("[DaemonSet#5] does not select everything", selectEverything, [
    `spec.selector: Invalid value: ${emptySelector}: empty selector is invalid for daemonset`,
  ]);
  daemonSets.create(
    "[DaemonSet#6] keeps its Pods running",
    ({ spec }) => {
      spec.template.spec.restartPolicy = "OnFailure";
    },
    ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
  );
  daemonSets.create(
    "[DaemonSet#7] sets its Pods no deadline",
    ({ spec }) => {
      spec.template.spec.activeDeadlineSeconds = 5;
    },
    ["spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported"],
  );
  daemonSets.create("[DaemonSet#8] has no negative minReadySeconds", specWith({ minReadySeconds: -1 }), [
    `spec.minReadySeconds: Invalid value: -1: ${notNegative}`,
  ]);
  daemonSets.create("[DaemonSet#16] has no negative revisionHistoryLimit", specWith({ revisionHistoryLimit: -1 }), [
    `spec.revisionHistoryLimit: Invalid value: -1: ${notNegative}`,
  ]);
  daemonSets.accepts("may have neither", specWith({ minReadySeconds: 0, revisionHistoryLimit: 0 }));
  daemonSets.update("[DaemonSet#17] keeps its selector", {
    change: selectMore,
    causes: [`spec.selector: Invalid value: ${largerSelector}: field is immutable`],
  });
});

describe("the strategy of a DaemonSet", () => {
  const path = "spec.updateStrategy.rollingUpdate";
  const rolling = (rollingUpdate: object): Change => specWith({ updateStrategy: { rollingUpdate } });

  daemonSets.create("[DaemonSet#11] takes no more than all Pods away", rolling({ maxUnavailable: "101%" }), [
    `${path}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater ` +
      "than 100%",
  ]);
  daemonSets.create("[DaemonSet#12] doubles the Pods at most", rolling({ maxUnavailable: 0, maxSurge: "101%" }), [
    `${path}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than ` +
      "100%",
  ]);
  daemonSets.accepts("may double the Pods", rolling({ maxUnavailable: 0, maxSurge: "100%" }));
  daemonSets.create(
    "[DaemonSet#13] adds no Pods where it takes some away",
    rolling({ maxUnavailable: 1, maxSurge: 1 }),
    [
      `${path}.maxSurge: Invalid value: intstr.IntOrString{Type:0, IntVal:1, StrVal:""}: may not be set when ` +
        "maxUnavailable is non-zero",
    ],
  );
  daemonSets.create("[DaemonSet#14] lets a Pod go or come", rolling({ maxUnavailable: "0%", maxSurge: 0 }), [
    `${path}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`,
  ]);
  daemonSets.create("[DaemonSet#15] is one that there is", specWith({ updateStrategy: { type: "Never" } }), [
    'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Never", ' +
      'RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
  ]);
});

describe("the status of a DaemonSet", () => {
  const counts: readonly [id: number, field: string][] = [
    [18, "currentNumberScheduled"],
    [19, "numberMisscheduled"],
    [20, "desiredNumberScheduled"],
    [21, "numberReady"],
    [22, "observedGeneration"],
    [23, "updatedNumberScheduled"],
    [24, "numberAvailable"],
    [25, "numberUnavailable"],
    [26, "collisionCount"],
  ];
  for (const [id, field] of counts) {
    daemonSets.update(`[DaemonSet#${id}] has no negative ${field}`, lessThanNone(field));
  }

  daemonSets.update("[DaemonSet#27] never forgets collisions", {
    subresource: "status",
    beforeStatus: statusWith({ collisionCount: 2 }),
    change: statusWith({ collisionCount: undefined }),
    causes: ["status.collisionCount: Invalid value: 0: cannot be decremented"],
  });
});
