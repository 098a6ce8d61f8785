import {
  type FieldsOf,
  field,
  int32,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";

const written = { presence: "always", required: false } as const;

const queuingConfigurationFields = {
  queues: field(
    int32,
    written,
    1,
    "Number of queues; more of them keep flows further apart. 1 puts all flows into one. Default: 64.",
    { default: 64 },
  ),
  handSize: field(
    int32,
    written,
    2,
    "Number of queues that a flow is dealt, of which a request takes the shortest; at most queues. Default: 8.",
    { default: 8 },
  ),
  queueLengthLimit: field(int32, written, 3, "Requests that may wait in a queue; more are rejected. Default: 50.", {
    default: 50,
  }),
};

export interface QueuingConfiguration extends FieldsOf<typeof queuingConfigurationFields> {}

export const queuingConfiguration: StructSchema<QueuingConfiguration> = struct(
  "flowcontrol/v1.QueuingConfiguration",
  "How requests wait.",
  queuingConfigurationFields,
);

const limitResponseFields = {
  type: required(
    namedText("v1.LimitResponseType"),
    1,
    "What becomes of requests over the limit: Queue lets them wait, Reject answers 429.",
  ),
  queuing: pointer(queuingConfiguration, 2, "The queues, for the type Queue only."),
};

export interface LimitResponse extends FieldsOf<typeof limitResponseFields> {}

export const limitResponse: StructSchema<LimitResponse> = struct(
  "flowcontrol/v1.LimitResponse",
  "What becomes of requests that cannot be served at once.",
  limitResponseFields,
  { alternatives: { discriminator: "type", fields: { queuing: "Queuing" } } },
);

const limitedPriorityLevelConfigurationFields = {
  nominalConcurrencyShares: field(
    int32,
    { presence: "nullable", required: false },
    1,
    "Weight of the level when the places for requests are shared out among all levels. Default: 30.",
    { default: 30 },
  ),
  limitResponse: optional(limitResponse, 2, "Whether requests over the limit wait or are rejected."),
  lendablePercent: pointer(
    int32,
    3,
    "How much of its places, in percent, the level lends to others while it has no use for them. Default: 0.",
    { default: 0 },
  ),
  borrowingLimitPercent: pointer(
    int32,
    4,
    "How many places the level may borrow, in percent of its own. Unset: all that others lend.",
  ),
};

export interface LimitedPriorityLevelConfiguration extends FieldsOf<typeof limitedPriorityLevelConfigurationFields> {}

export const limitedPriorityLevelConfiguration: StructSchema<LimitedPriorityLevelConfiguration> = struct(
  "flowcontrol/v1.LimitedPriorityLevelConfiguration",
  "How many requests of a level are served at once, and what becomes of the others.",
  limitedPriorityLevelConfigurationFields,
);

const exemptPriorityLevelConfigurationFields = {
  nominalConcurrencyShares: pointer(
    int32,
    1,
    "Weight of the level when places are shared out; it bounds what is lent, not what is served. Default: 0.",
    { default: 0 },
  ),
  lendablePercent: pointer(
    int32,
    2,
    "How much of its places, in percent, the level lends to others while it has no use for them. Default: 0.",
    { default: 0 },
  ),
};

export interface ExemptPriorityLevelConfiguration extends FieldsOf<typeof exemptPriorityLevelConfigurationFields> {}

export const exemptPriorityLevelConfiguration: StructSchema<ExemptPriorityLevelConfiguration> = struct(
  "flowcontrol/v1.ExemptPriorityLevelConfiguration",
  "What a level without limits has to lend.",
  exemptPriorityLevelConfigurationFields,
);
