import { describe } from "vitest";
import {
  refuseAvailableCounts,
  refuseLargeCounts,
  refuseNegativeCounts,
  refuseNegativeFields,
  refuseSelectors,
} from "../support/controller-refusals.ts";
import { changeTemplateLabels, controllerSpec, mismatchedTemplateCause } from "../support/controllers.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const replicaSets = new Refusals(server, "/apis/apps/v1/namespaces/default/replicasets", { spec: controllerSpec });

describe("a ReplicaSet", () => {
  refuseNegativeFields(replicaSets, { "ReplicaSet#1": "replicas", "ReplicaSet#2": "minReadySeconds" });
  refuseSelectors(replicaSets, {
    required: "ReplicaSet#3",
    notEmpty: "ReplicaSet#4",
    emptyFor: "deployment",
    readable: "ReplicaSet#5",
    unreadable: ": invalid label selector",
    immutable: "ReplicaSet#6",
  });
  replicaSets.update("an update of a ReplicaSet reports a mismatching selector twice", {
    change: changeTemplateLabels,
    causes: [mismatchedTemplateCause, mismatchedTemplateCause],
  });
});

describe("the status of a ReplicaSet", () => {
  refuseNegativeCounts(replicaSets, {
    "ReplicaSet#7": ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
    "ReplicaSet#8": ["fullyLabeledReplicas"],
    "ReplicaSet#9": ["readyReplicas", "availableReplicas"],
    "ReplicaSet#10": ["availableReplicas"],
    "ReplicaSet#11": ["observedGeneration"],
  });
  refuseLargeCounts(replicaSets, { "ReplicaSet#12": "fullyLabeledReplicas", "ReplicaSet#13": "readyReplicas" });
  refuseAvailableCounts(replicaSets, "readyReplicas", {
    withinReplicas: "ReplicaSet#14",
    withinReady: "ReplicaSet#15",
  });
});
