import { describe } from "vitest";
import {
  refuseAvailableCounts,
  refuseLargeCounts,
  refuseNegativeCounts,
  refuseNegativeFields,
  refuseTemplates,
} from "../support/controller-refusals.ts";
import { notNegative } from "../support/controllers.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

describe("a ReplicationController", () => {
  const controllers = new Refusals(server, "/api/v1/namespaces/default/replicationcontrollers", {
    spec: {
      selector: { app: "web" },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "example.com/web:1" }] },
      },
    },
  });

  refuseNegativeFields(controllers, {
    "ReplicationController#1": "minReadySeconds",
    "ReplicationController#3": "replicas",
  });
  controllers.create(
    "[ReplicationController#2] a ReplicationController without a selector is rejected",
    ({ spec }) => {
      spec.selector = {};
      spec.template.metadata.labels = {};
    },
    ["spec.selector: Required value"],
  );
  controllers.create(
    "[ReplicationController#4] a ReplicationController without a template is rejected",
    ({ spec }) => {
      spec.selector = { app: "web" };
      delete spec.template;
    },
    ["spec.template: Required value"],
  );
  refuseTemplates(controllers, "ReplicationController", {
    labels: "ReplicationController#5",
    restartPolicy: "ReplicationController#6",
    activeDeadlineSeconds: "ReplicationController#7",
  });

  const unconvertible = (controller: { metadata: object }): void => {
    const annotations = { "non-convertible.kubernetes.io/selector": "in (a, b)" };
    Object.assign(controller.metadata, { annotations });
  };
  controllers.update(
    "[ReplicationController#8] a change of the selector is rejected if the annotation says that it cannot be converted",
    {
      before: unconvertible,
      change: ({ spec }) => {
        spec.selector = { tier: "front" };
        spec.template.metadata.labels.tier = "front";
      },
      causes: [
        'spec.selector: Invalid value: map[string]string{"tier":"front"}: cannot update non-convertible selector',
      ],
    },
  );

  controllers.update("an update reports an error of the spec twice", {
    change: ({ spec }) => {
      spec.replicas = -1;
    },
    causes: [`spec.replicas: Invalid value: -1: ${notNegative}`, `spec.replicas: Invalid value: -1: ${notNegative}`],
  });

  refuseNegativeCounts(controllers, {
    "ReplicationController#9": ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
    "ReplicationController#10": ["fullyLabeledReplicas"],
    "ReplicationController#11": ["readyReplicas", "availableReplicas"],
    "ReplicationController#12": ["availableReplicas"],
    "ReplicationController#13": ["observedGeneration"],
  });
  refuseLargeCounts(controllers, {
    "ReplicationController#14": "fullyLabeledReplicas",
    "ReplicationController#15": "readyReplicas",
  });
  refuseAvailableCounts(controllers, "readyReplicas", {
    withinReplicas: "ReplicationController#16",
    withinReady: "ReplicationController#17",
  });
});
