import { describe } from "vitest";
import {
  refuseLostCollisions,
  refuseNegativeCounts,
  refuseNegativeFields,
  refuseSelectors,
  refuseTemplates,
} from "../support/controller-refusals.ts";
import {
  changeTemplateLabels,
  controllerSpec,
  mismatchedTemplateCause,
  missingSelectorCause,
  notNegative,
  specWith,
} from "../support/controllers.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const daemonSets = new Refusals(server, "/apis/apps/v1/namespaces/default/daemonsets", { spec: controllerSpec });

describe("a DaemonSet", () => {
  daemonSets.update(
    "[DaemonSet#1] [DaemonSet#9] a change of the template that makes its generation overflow 64 bits is rejected",
    {
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
    },
  );
  daemonSets.update("an update of a DaemonSet reports a mismatching selector twice", {
    change: changeTemplateLabels,
    causes: [mismatchedTemplateCause, mismatchedTemplateCause],
  });
  refuseTemplates(daemonSets, "DaemonSet", {
    labels: "DaemonSet#4",
    restartPolicy: "DaemonSet#6",
    activeDeadlineSeconds: "DaemonSet#7",
  });
  refuseSelectors(daemonSets, { notEmpty: "DaemonSet#5", emptyFor: "daemonset", immutable: "DaemonSet#17" });
  refuseNegativeFields(daemonSets, { "DaemonSet#8": "minReadySeconds", "DaemonSet#16": "revisionHistoryLimit" });
  daemonSets.create("a DaemonSet without a selector is rejected", specWith({ selector: undefined }), [
    missingSelectorCause,
  ]);
});

describe("the strategy of a DaemonSet", () => {
  const path = "spec.updateStrategy.rollingUpdate";
  const rolling = (rollingUpdate: object): Change => specWith({ updateStrategy: { rollingUpdate } });

  daemonSets.create(
    "[DaemonSet#11] a DaemonSet with maxUnavailable 101% is rejected",
    rolling({ maxUnavailable: "101%" }),
    [
      `${path}.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater ` +
        "than 100%",
    ],
  );
  daemonSets.create(
    "[DaemonSet#12] a DaemonSet with maxSurge 101% is rejected",
    rolling({ maxUnavailable: 0, maxSurge: "101%" }),
    [
      `${path}.maxSurge: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than ` +
        "100%",
    ],
  );
  daemonSets.accepts("a DaemonSet with maxSurge 100% is accepted", rolling({ maxUnavailable: 0, maxSurge: "100%" }));
  daemonSets.create(
    "[DaemonSet#13] a DaemonSet with both maxSurge and maxUnavailable is rejected",
    rolling({ maxUnavailable: 1, maxSurge: 1 }),
    [
      `${path}.maxSurge: Invalid value: intstr.IntOrString{Type:0, IntVal:1, StrVal:""}: may not be set when ` +
        "maxUnavailable is non-zero",
    ],
  );
  daemonSets.create(
    "[DaemonSet#14] a DaemonSet with neither maxSurge nor maxUnavailable is rejected",
    rolling({ maxUnavailable: "0%", maxSurge: 0 }),
    [`${path}.maxUnavailable: Required value: cannot be 0 when maxSurge is 0`],
  );
  daemonSets.create(
    "[DaemonSet#15] a DaemonSet with an unknown updateStrategy is rejected",
    specWith({ updateStrategy: { type: "Never" } }),
    [
      'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Never", ' +
        'RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
    ],
  );
});

describe("the status of a DaemonSet", () => {
  refuseNegativeCounts(daemonSets, {
    "DaemonSet#18": ["currentNumberScheduled"],
    "DaemonSet#19": ["numberMisscheduled"],
    "DaemonSet#20": ["desiredNumberScheduled"],
    "DaemonSet#21": ["numberReady"],
    "DaemonSet#22": ["observedGeneration"],
    "DaemonSet#23": ["updatedNumberScheduled"],
    "DaemonSet#24": ["numberAvailable"],
    "DaemonSet#25": ["numberUnavailable"],
    "DaemonSet#26": ["collisionCount"],
  });
  refuseLostCollisions(daemonSets, "DaemonSet#27", undefined);
});
