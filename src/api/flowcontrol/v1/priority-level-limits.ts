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
    "Number of queues. More queues isolate flows better. With 1, all flows share a queue. Default: 64.",
    { default: 64 },
  ),
  handSize: field(
    int32,
    written,
    2,
    "Number of queues per flow. A request uses the shortest of them. At most queues. Default: 8.",
    { default: 8 },
  ),
  queueLengthLimit: field(
    int32,
    written,
    3,
    "Largest number of requests in a queue. Further requests are rejected. Default: 50.",
    {
      default: 50,
    },
  ),
};

export interface QueuingConfiguration extends FieldsOf<typeof queuingConfigurationFields> {}

export const queuingConfiguration: StructSchema<QueuingConfiguration> = struct(
  "flowcontrol/v1.QueuingConfiguration",
  "Queues of a priority level.",
  queuingConfigurationFields,
);

const limitResponseFields = {
  type: required(
    namedText("v1.LimitResponseType"),
    1,
    "Handling of requests over the limit: Queue lets them wait, Reject responds with 429.",
  ),
  queuing: pointer(queuingConfiguration, 2, "Queues, for the type Queue only."),
};

export interface LimitResponse extends FieldsOf<typeof limitResponseFields> {}

export const limitResponse: StructSchema<LimitResponse> = struct(
  "flowcontrol/v1.LimitResponse",
  "Handling of requests that exceed the limit.",
  limitResponseFields,
  { alternatives: { discriminator: "type", fields: { queuing: "Queuing" } } },
);

const limitedPriorityLevelConfigurationFields = {
  nominalConcurrencyShares: field(
    int32,
    { presence: "nullable", required: false },
    1,
    "Share of the level in the server's concurrency limit. Default: 30.",
    { default: 30 },
  ),
  limitResponse: optional(limitResponse, 2, "Handling of requests over the limit."),
  lendablePercent: pointer(
    int32,
    3,
    "Percentage of the level's share that it lends to other levels while it is not used. Default: 0.",
    { default: 0 },
  ),
  borrowingLimitPercent: pointer(
    int32,
    4,
    "Largest amount that the level may borrow, in percent of the level's share. Unset means no limit.",
  ),
};

export interface LimitedPriorityLevelConfiguration extends FieldsOf<typeof limitedPriorityLevelConfigurationFields> {}

export const limitedPriorityLevelConfiguration: StructSchema<LimitedPriorityLevelConfiguration> = struct(
  "flowcontrol/v1.LimitedPriorityLevelConfiguration",
  "Limits of a Limited priority level.",
  limitedPriorityLevelConfigurationFields,
);

const exemptPriorityLevelConfigurationFields = {
  nominalConcurrencyShares: pointer(
    int32,
    1,
    "Share of the level in the server's concurrency limit. It limits only what the level lends. Default: 0.",
    { default: 0 },
  ),
  lendablePercent: pointer(
    int32,
    2,
    "Percentage of the level's share that it lends to other levels while it is not used. Default: 0.",
    { default: 0 },
  ),
};

export interface ExemptPriorityLevelConfiguration extends FieldsOf<typeof exemptPriorityLevelConfigurationFields> {}

export const exemptPriorityLevelConfiguration: StructSchema<ExemptPriorityLevelConfiguration> = struct(
  "flowcontrol/v1.ExemptPriorityLevelConfiguration",
  "Settings of an Exempt priority level.",
  exemptPriorityLevelConfigurationFields,
);
