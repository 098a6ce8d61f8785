import { describe } from "vitest";
import {
  controllerSpec,
  emptySelector,
  largerSelector,
  lessThanNone,
  makeOthers,
  moreThanThereAre,
  notNegative,
  otherPods,
  selectEverything,
  selectMore,
  selectStrangely,
  specWith,
  strangeSelector,
  unselected,
} from "../support/controllers.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const replicaSets = new Refusals(server, "/apis/apps/v1/namespaces/default/replicasets", { spec: controllerSpec });

describe("a ReplicaSet", () => {
  replicaSets.create("[ReplicaSet#1] has no negative replicas", specWith({ replicas: -1 }), [
    `spec.replicas: Invalid value: -1: ${notNegative}`,
  ]);
  replicaSets.create("[ReplicaSet#2] has no negative minReadySeconds", specWith({ minReadySeconds: -1 }), [
    `spec.minReadySeconds: Invalid value: -1: ${notNegative}`,
  ]);
  replicaSets.accepts("may have neither", specWith({ replicas: 0, minReadySeconds: 0 }));
  replicaSets.create("[ReplicaSet#3] has a selector", specWith({ selector: undefined }), [
    "spec.selector: Required value",
    unselected,
  ]);
  replicaSets.create("[ReplicaSet#4] does not select everything", selectEverything, [
    `spec.selector: Invalid value: ${emptySelector}: empty selector is invalid for deployment`,
  ]);
  replicaSets.create("[ReplicaSet#5] has a selector that can be read", selectStrangely, [
    'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    `spec.selector: Invalid value: ${strangeSelector}: invalid label selector`,
  ]);
  replicaSets.update("[ReplicaSet#6] keeps its selector", {
    change: selectMore,
    causes: [`spec.selector: Invalid value: ${largerSelector}: field is immutable`],
  });
  replicaSets.update("tells twice what is wrong with an update", {
    change: makeOthers,
    causes: [otherPods, otherPods],
  });
});

describe("the status of a ReplicaSet", () => {
  replicaSets.update(
    "[ReplicaSet#7] counts no fewer than no Pods",
    lessThanNone("replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas"),
  );
  replicaSets.update("[ReplicaSet#8] counts no fewer than no labeled Pods", lessThanNone("fullyLabeledReplicas"));
  replicaSets.update(
    "[ReplicaSet#9] counts no fewer than no ready Pods",
    lessThanNone("readyReplicas", "availableReplicas"),
  );
  replicaSets.update("[ReplicaSet#10] counts no fewer than no available Pods", lessThanNone("availableReplicas"));
  replicaSets.update("[ReplicaSet#11] is of no generation below 0", lessThanNone("observedGeneration"));
  replicaSets.update(
    "[ReplicaSet#12] counts no more labeled Pods than Pods",
    moreThanThereAre(
      { fullyLabeledReplicas: 3 },
      "status.fullyLabeledReplicas: Invalid value: 3: cannot be greater than status.replicas",
    ),
  );
  replicaSets.update(
    "[ReplicaSet#13] counts no more ready Pods than Pods",
    moreThanThereAre(
      { readyReplicas: 3 },
      "status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas",
    ),
  );
  replicaSets.update(
    "[ReplicaSet#14] counts no more available Pods than Pods",
    moreThanThereAre(
      { readyReplicas: 2, availableReplicas: 3 },
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
    ),
  );
  replicaSets.update(
    "[ReplicaSet#15] counts no more available Pods than ready ones",
    moreThanThereAre(
      { readyReplicas: 1, availableReplicas: 2 },
      "status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas",
    ),
  );
});
