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

const server = ruleServer();
const deployments = new Refusals(server, "/apis/apps/v1/namespaces/default/deployments", { spec: controllerSpec });

const notPercent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";

function rolling(rollingUpdate: object): Change {
  return specWith({ strategy: { rollingUpdate } });
}

describe("a number of Pods or a percentage", () => {
  deployments.create(
    '[IntOrPercent#1] a maxSurge of "5" is rejected because text must be a percentage',
    rolling({ maxSurge: "5" }),
    [
      `spec.strategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"5"}: ${notPercent}`,
    ],
  );
  deployments.create("[IntOrPercent#2] a negative maxSurge is rejected", rolling({ maxSurge: -1 }), [
    `spec.strategy.rollingUpdate.maxSurge: Invalid value: -1: ${notNegative}`,
  ]);
});

describe("the template of a Deployment", () => {
  refuseTemplates(deployments, "ReplicaSet", {
    labels: "ReplicaTemplate#1",
    restartPolicy: "ReplicaTemplate#2",
    activeDeadlineSeconds: "ReplicaTemplate#3",
  });
});

describe("a Deployment", () => {
  refuseNegativeFields(deployments, {
    "Deployment#1": "replicas",
    "Deployment#10": "minReadySeconds",
    "Deployment#11": "revisionHistoryLimit",
  });
  refuseSelectors(deployments, {
    required: "Deployment#2",
    notEmpty: "Deployment#3",
    emptyFor: "deployment",
    readable: "Deployment#4",
    unreadable: ": invalid label selector",
    immutable: "Deployment#15",
  });

  deployments.create(
    "[Deployment#12] a Deployment with a negative revision for its rollback is rejected",
    ({ metadata }) => {
      metadata.annotations = { "deprecated.deployment.rollback.to": "-1" };
    },
    [`spec.rollback.version: Invalid value: -1: ${notNegative}`],
  );
  deployments.create(
    "[Deployment#13] [Deployment#14] a Deployment with a negative progressDeadlineSeconds is rejected",
    specWith({ progressDeadlineSeconds: -1 }),
    [
      `spec.progressDeadlineSeconds: Invalid value: -1: ${notNegative}`,
      "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds",
    ],
  );
  deployments.create(
    "a Deployment whose progressDeadlineSeconds equals minReadySeconds is rejected",
    specWith({ minReadySeconds: 10, progressDeadlineSeconds: 10 }),
    ["spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds"],
  );
  deployments.accepts(
    "a Deployment whose progressDeadlineSeconds exceeds minReadySeconds by 1 is accepted",
    specWith({ minReadySeconds: 10, progressDeadlineSeconds: 11 }),
  );
});

describe("the strategy of a Deployment", () => {
  const path = "spec.strategy.rollingUpdate.maxUnavailable: Invalid value";

  deployments.create(
    "[Deployment#5] a Deployment with the strategy Recreate and rollingUpdate is rejected",
    specWith({ strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } }),
    ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
  );
  deployments.create(
    "[Deployment#7] a Deployment with maxUnavailable 0 and maxSurge 0% is rejected",
    rolling({ maxUnavailable: 0, maxSurge: "0%" }),
    [`${path}: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when \`maxSurge\` is 0`],
  );
  deployments.create(
    "[Deployment#8] a Deployment with maxUnavailable 101% is rejected",
    rolling({ maxUnavailable: "101%" }),
    [`${path}: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`],
  );
  deployments.accepts("a Deployment with maxUnavailable 100% is accepted", rolling({ maxUnavailable: "100%" }));
  deployments.create(
    "[Deployment#9] a Deployment with an unknown strategy is rejected",
    specWith({ strategy: { type: "BlueGreen" } }),
    [
      'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"BlueGreen", ' +
        'RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
    ],
  );
});

describe("the status of a Deployment", () => {
  refuseNegativeCounts(deployments, {
    "Deployment#16": ["observedGeneration"],
    "Deployment#17": ["replicas", "updatedReplicas", "readyReplicas", "availableReplicas"],
    "Deployment#18": ["updatedReplicas"],
    "Deployment#19": ["readyReplicas", "availableReplicas"],
    "Deployment#20": ["availableReplicas"],
    "Deployment#21": ["unavailableReplicas"],
    "Deployment#22": ["collisionCount"],
  });
  refuseLargeCounts(deployments, { "Deployment#23": "updatedReplicas", "Deployment#24": "readyReplicas" });
  refuseAvailableCounts(deployments, "readyReplicas", {
    withinReplicas: "Deployment#25",
    withinReady: "Deployment#26",
  });
  refuseLostCollisions(deployments, "Deployment#27", 1);
});
