import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

const notNegative = "must be greater than or equal to 0";

describe("a ReplicationController", () => {
  const controllers = new Refusals(server, "/api/v1/namespaces/default/replicationcontrollers", {
    spec: {
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "example.com/web:1" }] },
      },
    },
  });

  controllers.create(
    "[ReplicationController#1] waits no less than not at all",
    ({ spec }) => {
      spec.minReadySeconds = -1;
    },
    [`spec.minReadySeconds: Invalid value: -1: ${notNegative}`],
  );
  controllers.create(
    "[ReplicationController#2] knows its Pods",
    ({ spec }) => {
      spec.selector = {};
      spec.template.metadata.labels = {};
    },
    ["spec.selector: Required value"],
  );
  controllers.create(
    "[ReplicationController#3] keeps no less than no Pods",
    ({ spec }) => {
      spec.replicas = -1;
    },
    [`spec.replicas: Invalid value: -1: ${notNegative}`],
  );
  controllers.create(
    "[ReplicationController#4] has a template",
    ({ spec }) => {
      spec.selector = { app: "web" };
      delete spec.template;
    },
    ["spec.template: Required value"],
  );
  controllers.create(
    "[ReplicationController#5] makes Pods that it selects",
    ({ spec }) => {
      spec.selector = { app: "db" };
    },
    [
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ],
  );
  controllers.create(
    "[ReplicationController#6] keeps its Pods running",
    ({ spec }) => {
      spec.template.spec.restartPolicy = "OnFailure";
    },
    ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
  );
  controllers.create(
    "[ReplicationController#7] keeps its Pods running for ever",
    ({ spec }) => {
      spec.template.spec.activeDeadlineSeconds = 60;
    },
    [
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicationController is not Supported",
    ],
  );

  const unconvertible = (controller: { metadata: object }): void => {
    const annotations = { "non-convertible.kubernetes.io/selector": "in (a, b)" };
    Object.assign(controller.metadata, { annotations });
  };
  controllers.update("[ReplicationController#8] keeps a selector that it cannot tell", {
    before: unconvertible,
    change: ({ spec }) => {
      spec.selector = { tier: "front" };
      spec.template.metadata.labels.tier = "front";
    },
    causes: ['spec.selector: Invalid value: map[string]string{"tier":"front"}: cannot update non-convertible selector'],
  });

  controllers.update("tells twice what is wrong with an update", {
    change: ({ spec }) => {
      spec.replicas = -1;
    },
    causes: [`spec.replicas: Invalid value: -1: ${notNegative}`, `spec.replicas: Invalid value: -1: ${notNegative}`],
  });

  const counted = (title: string, status: object, causes: readonly string[]): void => {
    controllers.update(title, {
      subresource: "status",
      change: (controller) => {
        controller.status = { replicas: 1, ...status };
      },
      causes,
    });
  };
  const none = { fullyLabeledReplicas: -1, readyReplicas: -1, availableReplicas: -1 };
  counted("[ReplicationController#9] counts Pods from none", { replicas: -1, ...none }, [
    `status.replicas: Invalid value: -1: ${notNegative}`,
    `status.fullyLabeledReplicas: Invalid value: -1: ${notNegative}`,
    `status.readyReplicas: Invalid value: -1: ${notNegative}`,
    `status.availableReplicas: Invalid value: -1: ${notNegative}`,
  ]);
  counted("[ReplicationController#10] counts labeled Pods from none", { fullyLabeledReplicas: -1 }, [
    `status.fullyLabeledReplicas: Invalid value: -1: ${notNegative}`,
  ]);
  counted("[ReplicationController#11] counts ready Pods from none", { readyReplicas: -1, availableReplicas: -1 }, [
    `status.readyReplicas: Invalid value: -1: ${notNegative}`,
    `status.availableReplicas: Invalid value: -1: ${notNegative}`,
  ]);
  counted("[ReplicationController#12] counts available Pods from none", { availableReplicas: -1 }, [
    `status.availableReplicas: Invalid value: -1: ${notNegative}`,
  ]);
  counted("[ReplicationController#13] observes generations from none", { observedGeneration: -1 }, [
    `status.observedGeneration: Invalid value: -1: ${notNegative}`,
  ]);
  counted("[ReplicationController#14] has no more labeled Pods than Pods", { fullyLabeledReplicas: 2 }, [
    "status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas",
  ]);
  counted("[ReplicationController#15] has no more ready Pods than Pods", { readyReplicas: 2 }, [
    "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
  ]);
  counted(
    "[ReplicationController#16] has no more available Pods than Pods",
    { readyReplicas: 1, availableReplicas: 2 },
    [
      "status.availableReplicas: Invalid value: 2: cannot be greater than status.replicas",
      "status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas",
    ],
  );
  counted("[ReplicationController#17] has no more available Pods than ready ones", { availableReplicas: 1 }, [
    "status.availableReplicas: Invalid value: 1: cannot be greater than readyReplicas",
  ]);
});
