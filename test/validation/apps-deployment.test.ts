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
  statusWith,
  strangeSelector,
  unselected,
} from "../support/controllers.ts";
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
  deployments.create("[IntOrPercent#1] is no other text", rolling({ maxSurge: "5" }), [
    `spec.strategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"5"}: ${notPercent}`,
  ]);
  deployments.create("[IntOrPercent#2] is not negative", rolling({ maxSurge: -1 }), [
    `spec.strategy.rollingUpdate.maxSurge: Invalid value: -1: ${notNegative}`,
  ]);
});

describe("the template of a Deployment", () => {
  deployments.create("[ReplicaTemplate#1] makes the Pods that are selected", makeOthers, [otherPods]);
  deployments.create(
    "[ReplicaTemplate#2] keeps its Pods running",
    ({ spec }) => {
      spec.template.spec.restartPolicy = "Never";
    },
    ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
  );
  deployments.create(
    "[ReplicaTemplate#3] sets its Pods no deadline",
    ({ spec }) => {
      spec.template.spec.activeDeadlineSeconds = 5;
    },
    ["spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported"],
  );
});

describe("a Deployment", () => {
  const bounds: readonly [id: number, field: string][] = [
    [1, "replicas"],
    [10, "minReadySeconds"],
    [11, "revisionHistoryLimit"],
  ];
  for (const [id, field] of bounds) {
    deployments.create(`[Deployment#${id}] has no negative ${field}`, specWith({ [field]: -1 }), [
      `spec.${field}: Invalid value: -1: ${notNegative}`,
    ]);
    deployments.accepts(`may have a ${field} of 0`, specWith({ [field]: 0 }));
  }

  deployments.create("[Deployment#2] has a selector", specWith({ selector: undefined }), [
    "spec.selector: Required value",
    unselected,
  ]);
  deployments.create("[Deployment#3] does not select everything", selectEverything, [
    `spec.selector: Invalid value: ${emptySelector}: empty selector is invalid for deployment`,
  ]);
  deployments.create("[Deployment#4] has a selector that can be read", selectStrangely, [
    'spec.selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    `spec.selector: Invalid value: ${strangeSelector}: invalid label selector`,
  ]);
  deployments.create(
    "[Deployment#12] goes back to no revision below 0",
    ({ metadata }) => {
      metadata.annotations = { "deprecated.deployment.rollback.to": "-1" };
    },
    [`spec.rollback.version: Invalid value: -1: ${notNegative}`],
  );
  deployments.create(
    "[Deployment#13] [Deployment#14] has no negative deadline",
    specWith({ progressDeadlineSeconds: -1 }),
    [
      `spec.progressDeadlineSeconds: Invalid value: -1: ${notNegative}`,
      "spec.progressDeadlineSeconds: Invalid value: -1: must be greater than minReadySeconds",
    ],
  );
  deployments.create(
    "has no deadline before a Pod counts as ready",
    specWith({ minReadySeconds: 10, progressDeadlineSeconds: 10 }),
    ["spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds"],
  );
  deployments.accepts("may have a deadline just then", specWith({ minReadySeconds: 10, progressDeadlineSeconds: 11 }));
  deployments.update("[Deployment#15] keeps its selector", {
    change: selectMore,
    causes: [`spec.selector: Invalid value: ${largerSelector}: field is immutable`],
  });
});

describe("the strategy of a Deployment", () => {
  const path = "spec.strategy.rollingUpdate.maxUnavailable: Invalid value";

  deployments.create(
    "[Deployment#5] has no settings of another one",
    specWith({ strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } }),
    ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
  );
  deployments.create("[Deployment#7] lets a Pod go or come", rolling({ maxUnavailable: 0, maxSurge: "0%" }), [
    `${path}: intstr.IntOrString{Type:0, IntVal:0, StrVal:""}: may not be 0 when \`maxSurge\` is 0`,
  ]);
  deployments.create("[Deployment#8] takes no more than all Pods away", rolling({ maxUnavailable: "101%" }), [
    `${path}: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%`,
  ]);
  deployments.accepts("may take all Pods away", rolling({ maxUnavailable: "100%" }));
  deployments.create("[Deployment#9] is one that there is", specWith({ strategy: { type: "BlueGreen" } }), [
    'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"BlueGreen", ' +
      'RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", "RollingUpdate"',
  ]);
});

describe("the status of a Deployment", () => {
  deployments.update("[Deployment#16] is of no generation below 0", lessThanNone("observedGeneration"));
  deployments.update(
    "[Deployment#17] counts no fewer than no Pods",
    lessThanNone("replicas", "updatedReplicas", "readyReplicas", "availableReplicas"),
  );
  deployments.update("[Deployment#18] counts no fewer than no updated Pods", lessThanNone("updatedReplicas"));
  deployments.update(
    "[Deployment#19] counts no fewer than no ready Pods",
    lessThanNone("readyReplicas", "availableReplicas"),
  );
  deployments.update("[Deployment#20] counts no fewer than no available Pods", lessThanNone("availableReplicas"));
  deployments.update("[Deployment#21] counts no fewer than no missing Pods", lessThanNone("unavailableReplicas"));
  deployments.update("[Deployment#22] counts no fewer than no collisions", lessThanNone("collisionCount"));
  deployments.update(
    "[Deployment#23] counts no more updated Pods than Pods",
    moreThanThereAre(
      { updatedReplicas: 3 },
      "status.updatedReplicas: Invalid value: 3: cannot be greater than status.replicas",
    ),
  );
  deployments.update(
    "[Deployment#24] counts no more ready Pods than Pods",
    moreThanThereAre(
      { readyReplicas: 3 },
      "status.readyReplicas: Invalid value: 3: cannot be greater than status.replicas",
    ),
  );
  deployments.update(
    "[Deployment#25] counts no more available Pods than Pods",
    moreThanThereAre(
      { readyReplicas: 2, availableReplicas: 3 },
      "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
    ),
  );
  deployments.update(
    "[Deployment#26] counts no more available Pods than ready ones",
    moreThanThereAre(
      { readyReplicas: 1, availableReplicas: 2 },
      "status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas",
    ),
  );
  deployments.update("[Deployment#27] never forgets collisions", {
    subresource: "status",
    beforeStatus: statusWith({ collisionCount: 2 }),
    change: statusWith({ collisionCount: 1 }),
    causes: ["status.collisionCount: Invalid value: 1: cannot be decremented"],
  });
});
