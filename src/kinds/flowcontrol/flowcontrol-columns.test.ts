import { describe, expect, test } from "vitest";
import { flowSchema, priorityLevelConfiguration } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "shops", creationTimestamp: "2025-06-01T11:00:00Z" };

describe("FlowSchemas", () => {
  const level = { priorityLevelConfiguration: { name: "workload" } };

  test("rows of FlowSchemas show the priority level, the precedence, and whether the level is missing", () => {
    const spec = { ...level, matchingPrecedence: 900, distinguisherMethod: { type: "ByUser" } };
    const conditions = [
      { type: "Other", status: "True" },
      { type: "Dangling", status: "False" },
    ];
    expect(rowOf(flowSchema, { metadata, spec, status: { conditions } })).toEqual({
      Name: "shops",
      PriorityLevel: "workload",
      MatchingPrecedence: 900,
      DistinguisherMethod: "ByUser",
      Age: "60m",
      MissingPL: "False",
    });
  });

  test("rows of FlowSchemas show the default precedence, and a question mark without a condition", () => {
    expect(rowOf(flowSchema, { metadata, spec: level })).toMatchObject({
      MatchingPrecedence: 1000,
      DistinguisherMethod: "<none>",
      MissingPL: "?",
    });
  });
});

describe("PriorityLevelConfigurations", () => {
  const limits = ["NominalConcurrencyShares", "Queues", "HandSize", "QueueLengthLimit"] as const;

  test("rows of PriorityLevelConfigurations show limits and queues", () => {
    const queuing = { queues: 128, handSize: 6, queueLengthLimit: 100 };
    const limited = { nominalConcurrencyShares: 0, limitResponse: { type: "Queue", queuing } };
    expect(rowOf(priorityLevelConfiguration, { metadata, spec: { type: "Limited", limited } })).toEqual({
      Name: "shops",
      Type: "Limited",
      NominalConcurrencyShares: 0,
      Queues: 128,
      HandSize: 6,
      QueueLengthLimit: 100,
      Age: "60m",
    });
  });

  test.each<[object, readonly unknown[]]>([
    [{ type: "Exempt", exempt: {} }, ["<none>", "<none>", "<none>", "<none>"]],
    [{ type: "Limited", limited: { limitResponse: { type: "Reject" } } }, [30, "<none>", "<none>", "<none>"]],
    [{ type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } }, [30, 64, 8, 50]],
  ])("rows of PriorityLevelConfigurations with spec %j show %j", (spec, expected) => {
    const row = rowOf(priorityLevelConfiguration, { metadata, spec });
    expect(limits.map((name) => row[name])).toEqual(expected);
  });
});
