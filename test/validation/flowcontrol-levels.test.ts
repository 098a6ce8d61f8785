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

/** The level of this name, with this spec. */
function levelOf(name: string, spec: object) {
  return (level: Manifest): void => {
    level.metadata.name = name;
    level.spec = spec;
  };
}

describe("a PriorityLevelConfiguration", () => {
  levels.create(
    "[PriorityLevelConfiguration#1] has no annotation of an older version",
    ({ metadata }) => {
      metadata.annotations = { "flowcontrol.orch.io/v1beta3-preserve-zero-concurrency-shares": "" };
    },
    [
      "metadata.annotations: Forbidden: annotation 'flowcontrol.orch.io/v1beta3-preserve-zero-concurrency-shares' is forbidden",
    ],
  );
  levels.create(
    "[PriorityLevelConfiguration#2] is exempt under that name only",
    (level) => {
      level.spec = { type: "Exempt" };
    },
    ["spec.type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'"],
  );
  levels.create(
    "[PriorityLevelConfiguration#3, PriorityLevelConfiguration#21] has no limits where it is exempt, and is as it always is",
    levelOf("exempt", { type: "Exempt", limited: { limitResponse: { type: "Reject" } } }),
    ["spec.limited: Forbidden: must be nil if the type is not Limited", fixed],
  );
  levels.create(
    "[PriorityLevelConfiguration#4] has no less than no shares to lend",
    levelOf("exempt", { type: "Exempt", exempt: { nominalConcurrencyShares: -1 } }),
    ["spec.exempt.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"],
  );
  levels.create(
    "[PriorityLevelConfiguration#5] has no more to lend than all",
    levelOf("exempt", { type: "Exempt", exempt: { lendablePercent: 101 } }),
    ["spec.exempt.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive"],
  );
  levels.create("[PriorityLevelConfiguration#6] is not exempt where it has limits", specOf({ exempt: {} }), [
    "spec.exempt: Forbidden: must be nil if the type is Limited",
  ]);
  levels.create(
    "[PriorityLevelConfiguration#7] has limits",
    (level) => {
      level.spec = { type: "Limited" };
    },
    ["spec.limited: Required value: must not be empty when type is Limited"],
  );
  levels.create(
    "[PriorityLevelConfiguration#8] has no less than no shares",
    limitedOf({ nominalConcurrencyShares: -1 }),
    ["spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer"],
  );
  levels.accepts("a level may have no shares", limitedOf({ nominalConcurrencyShares: 0 }));
  levels.create("[PriorityLevelConfiguration#18] lends no more than all", limitedOf({ lendablePercent: 101 }), [
    "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
  ]);
  levels.accepts("a level may lend all", limitedOf({ lendablePercent: 100 }));
  levels.create(
    "[PriorityLevelConfiguration#19] borrows no less than nothing",
    limitedOf({ borrowingLimitPercent: -1 }),
    ["spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer"],
  );
  levels.create("[PriorityLevelConfiguration#20] is limited or exempt", specOf({ type: "Open" }), [
    'spec.type: Unsupported value: "Open": supported values: "Exempt", "Limited"',
  ]);
  levels.create(
    "[PriorityLevelConfiguration#22] that catches all is as it always is",
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
  levels.update("[PriorityLevelConfiguration#23] has a condition of a type once", {
    subresource: "status",
    change: statusOf({ type: "Seen" }, { type: "Seen" }),
    causes: ['status.conditions[1].type: Duplicate value: "Seen"'],
  });
  levels.update("[PriorityLevelConfiguration#24] has conditions with types", {
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
    "[PriorityLevelConfiguration#9] are not there where requests are rejected",
    responseOf({ type: "Reject", queuing: {} }),
    [`${queuing}: Forbidden: must be nil if limited.limitResponse.type is not Limited`],
  );
  levels.create("[PriorityLevelConfiguration#10] are there where requests wait", responseOf({ type: "Queue" }), [
    `${queuing}: Required value: must not be empty if limited.limitResponse.type is Limited`,
  ]);
  levels.create("[PriorityLevelConfiguration#11] hold something", queuesOf({ queueLengthLimit: -1 }), [
    `${queuing}.queueLengthLimit: Invalid value: -1: must be positive`,
  ]);
  levels.create(
    "[PriorityLevelConfiguration#12, PriorityLevelConfiguration#15] are as many as are dealt",
    queuesOf({ queues: -1, handSize: 1 }),
    [
      `${queuing}.queues: Invalid value: -1: must be positive`,
      `${queuing}.handSize: Invalid value: 1: should not be greater than queues (-1)`,
    ],
  );
  levels.create(
    "[PriorityLevelConfiguration#13] are 10 million at most",
    queuesOf({ queues: 10_000_001, handSize: 1 }),
    [`${queuing}.queues: Invalid value: 10000001: must not be greater than 10000000`],
  );
  levels.accepts("there may be 10 million queues", queuesOf({ queues: 10_000_000, handSize: 1 }));
  levels.create("[PriorityLevelConfiguration#14] are dealt", queuesOf({ handSize: -1 }), [
    `${queuing}.handSize: Invalid value: -1: must be positive`,
  ]);
  levels.create(
    "[PriorityLevelConfiguration#16] are dealt by 60 bits at most",
    queuesOf({ queues: 64, handSize: 11 }),
    [
      `${queuing}.handSize: Invalid value: 11: required entropy bits of deckSize 64 and handSize 11 should not be greater than 60`,
    ],
  );
  levels.accepts("queues may be dealt by 60 bits", queuesOf({ queues: 64, handSize: 10 }));
  levels.create("[PriorityLevelConfiguration#17] are one way to respond to too much", responseOf({ type: "Wait" }), [
    `${response}.type: Unsupported value: "Wait": supported values: "Queue", "Reject"`,
  ]);
});
