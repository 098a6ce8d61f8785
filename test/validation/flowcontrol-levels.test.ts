import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const levels = new Refusals(server, "/apis/flowcontrol.apiserver.orch.io/v1/prioritylevelconfigurations", {
  spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } },
});
const fixed =
  /^spec: Invalid value: flowcontrol\.PriorityLevelConfigurationSpec\{.*\}: spec of 'exempt' except the 'spec\.exempt' field must equal the fixed value$/;

function specOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec, members);
  };
}

function limitedOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec.limited, members);
  };
}

/** Sets the name and the spec of a level. */
function levelOf(name: string, spec: object) {
  return (level: Manifest): void => {
    level.metadata.name = name;
    level.spec = spec;
  };
}

describe("a PriorityLevelConfiguration", () => {
  levels.create(
    "[PriorityLevelConfiguration#1] a level with an annotation of an older version is rejected",
    ({ metadata }) => {
      metadata.annotations = { "flowcontrol.orch.io/v1beta3-preserve-zero-concurrency-shares": "" };
    },
    [
      "metadata.annotations: Forbidden: annotation 'flowcontrol.orch.io/v1beta3-preserve-zero-concurrency-shares' is forbidden",
    ],
  );
  levels.create(
    "[PriorityLevelConfiguration#2] a level of type Exempt is rejected unless its name is exempt",
    (level) => {
      level.spec = { type: "Exempt" };
    },
    ["spec.type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'"],
  );
  levels.create(
    "[PriorityLevelConfiguration#3, PriorityLevelConfiguration#21] the level exempt with limited is rejected, and its spec must equal the fixed value",
    levelOf("exempt", { type: "Exempt", limited: { limitResponse: { type: "Reject" } } }),
    ["spec.limited: Forbidden: must be nil if the type is not Limited", fixed],
  );
  levels.create(
    "[PriorityLevelConfiguration#4] an exempt level with negative nominalConcurrencyShares is rejected",
    levelOf("exempt", { type: "Exempt", exempt: { nominalConcurrencyShares: -1 } }),
    ["spec.exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"],
  );
  levels.create(
    "[PriorityLevelConfiguration#5] an exempt level with lendablePercent 101 is rejected",
    levelOf("exempt", { type: "Exempt", exempt: { lendablePercent: 101 } }),
    ["spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive"],
  );
  levels.create("[PriorityLevelConfiguration#6] a limited level with exempt is rejected", specOf({ exempt: {} }), [
    "spec.exempt: Forbidden: must be nil if the type is Limited",
  ]);
  levels.create(
    "[PriorityLevelConfiguration#7] a limited level without limited is rejected",
    (level) => {
      level.spec = { type: "Limited" };
    },
    ["spec.limited: Required value: must not be empty when type is Limited"],
  );
  levels.create(
    "[PriorityLevelConfiguration#8] a limited level with negative nominalConcurrencyShares is rejected",
    limitedOf({ nominalConcurrencyShares: -1 }),
    ["spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"],
  );
  levels.accepts(
    "a limited level with nominalConcurrencyShares 0 is accepted",
    limitedOf({ nominalConcurrencyShares: 0 }),
  );
  levels.create(
    "[PriorityLevelConfiguration#18] a limited level with lendablePercent 101 is rejected",
    limitedOf({ lendablePercent: 101 }),
    ["spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive"],
  );
  levels.accepts("a limited level with lendablePercent 100 is accepted", limitedOf({ lendablePercent: 100 }));
  levels.create(
    "[PriorityLevelConfiguration#19] a limited level with a negative borrowingLimitPercent is rejected",
    limitedOf({ borrowingLimitPercent: -1 }),
    ["spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer"],
  );
  levels.create("[PriorityLevelConfiguration#20] a level with an unknown type is rejected", specOf({ type: "Open" }), [
    'spec.type: Unsupported value: "Open": supported values: "Exempt", "Limited"',
  ]);
  levels.create(
    "[PriorityLevelConfiguration#22] the level catch-all must equal the fixed value",
    levelOf("catch-all", { type: "Limited", limited: { limitResponse: { type: "Reject" } } }),
    [
      /^spec: Invalid value: flowcontrol\.PriorityLevelConfigurationSpec\{Type:"Limited", .*\}: spec of 'catch-all' must equal the fixed value$/,
    ],
  );

  const statusOf = (...conditions: object[]) => {
    return (level: Manifest): void => {
      level.status = { conditions };
    };
  };
  levels.update("[PriorityLevelConfiguration#23] two conditions of the same type are rejected", {
    subresource: "status",
    change: statusOf({ type: "Seen" }, { type: "Seen" }),
    causes: ['status.conditions[1].type: Duplicate value: "Seen"'],
  });
  levels.update("[PriorityLevelConfiguration#24] a condition without a type is rejected", {
    subresource: "status",
    change: statusOf({ status: "True" }),
    causes: ["status.conditions[0].type: Required value: must not be empty"],
  });
});

describe("the queues of a level", () => {
  const responseOf = (limitResponse: object) => limitedOf({ limitResponse });
  const queuesOf = (queuing: object) => responseOf({ type: "Queue", queuing });
  const response = "spec.limited.limitResponse";
  const queuing = `${response}.queuing`;

  levels.create(
    "[PriorityLevelConfiguration#9] a level of response type Reject with queuing is rejected",
    responseOf({ type: "Reject", queuing: {} }),
    [`${queuing}: Forbidden: must be nil if limited.limitResponse.type is not Limited`],
  );
  levels.create(
    "[PriorityLevelConfiguration#10] a level of response type Queue without queuing is rejected",
    responseOf({ type: "Queue" }),
    [`${queuing}: Required value: must not be empty if limited.limitResponse.type is Limited`],
  );
  levels.create(
    "[PriorityLevelConfiguration#11] a negative queueLengthLimit is rejected",
    queuesOf({ queueLengthLimit: -1 }),
    [`${queuing}.queueLengthLimit: Invalid value: -1: must be positive`],
  );
  levels.create(
    "[PriorityLevelConfiguration#12, PriorityLevelConfiguration#15] a negative number of queues is rejected",
    queuesOf({ queues: -1, handSize: 1 }),
    [
      `${queuing}.queues: Invalid value: -1: must be positive`,
      `${queuing}.handSize: Invalid value: 1: should not be greater than queues (-1)`,
    ],
  );
  levels.create(
    "[PriorityLevelConfiguration#13] a number of queues above 10000000 is rejected",
    queuesOf({ queues: 10_000_001, handSize: 1 }),
    [`${queuing}.queues: Invalid value: 10000001: must not be greater than 10000000`],
  );
  levels.accepts("10000000 queues are accepted", queuesOf({ queues: 10_000_000, handSize: 1 }));
  levels.create("[PriorityLevelConfiguration#14] a negative handSize is rejected", queuesOf({ handSize: -1 }), [
    `${queuing}.handSize: Invalid value: -1: must be positive`,
  ]);
  levels.create(
    "[PriorityLevelConfiguration#16] a handSize that needs more than 60 bits of entropy is rejected",
    queuesOf({ queues: 64, handSize: 11 }),
    [
      `${queuing}.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60`,
    ],
  );
  levels.accepts(
    "a handSize that needs at most 60 bits of entropy is accepted",
    queuesOf({ queues: 64, handSize: 10 }),
  );
  levels.create("[PriorityLevelConfiguration#17] an unknown response type is rejected", responseOf({ type: "Wait" }), [
    `${response}.type: Unsupported value: "Wait": supported values: "Queue", "Reject"`,
  ]);
});
