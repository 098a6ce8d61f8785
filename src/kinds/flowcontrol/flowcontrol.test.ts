import { describe, expect, test } from "vitest";
import { flowSchema, priorityLevelConfiguration } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const levels = new KindWrites(priorityLevelConfiguration);
const exempt = { metadata: { name: "exempt" } };

describe("defaults of flow control", () => {
  test("a Limited priority level gets default limits", () => {
    const limited = { limitResponse: { type: "Queue", queuing: { queues: 0 } } };
    expect(levels.stored({ spec: { type: "Limited", limited } }).spec).toEqual({
      type: "Limited",
      limited: {
        nominalConcurrencyShares: 30,
        limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
        lendablePercent: 0,
      },
    });
  });

  test("an Exempt priority level lends nothing by default", () => {
    expect(levels.stored({ ...exempt, spec: { type: "Exempt", exempt: {} } }).spec).toEqual({
      type: "Exempt",
      exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 },
    });
    expect(levels.stored({ ...exempt, spec: { type: "Exempt" } }).spec).toEqual({ type: "Exempt" });
  });

  test("a FlowSchema has precedence 1000 by default and null for lists that are required", () => {
    const rules = [{ subjects: [], resourceRules: [{}], nonResourceRules: [{}] }];
    const spec = { priorityLevelConfiguration: { name: "workload" }, rules };
    expect(new KindWrites(flowSchema).decode({ spec }).spec).toEqual({
      priorityLevelConfiguration: { name: "workload" },
      matchingPrecedence: 1000,
      rules: [
        {
          subjects: [],
          resourceRules: [{ verbs: null, apiGroups: null, resources: null, namespaces: null }],
          nonResourceRules: [{ verbs: null, nonResourceURLs: null }],
        },
      ],
    });
  });
});

test("an update of the status of a priority level keeps everything else, also the metadata", () => {
  const stored = levels.stored({ ...exempt, spec: { type: "Exempt" }, status: { conditions: [{ type: "Seen" }] } });
  expect(stored).toMatchObject({ metadata: { generation: 1 }, status: {} });
  const { object, errors } = levels.update(
    stored,
    (level) => {
      level.metadata.labels = { seen: "yes" };
      level.metadata.annotations = { seen: "yes" };
      level.spec = { type: "Limited" };
      level.status = { conditions: [{ type: "Seen", status: "True" }] };
    },
    "status",
  );
  expect(errors).toEqual([]);
  expect(object).toEqual({
    ...stored,
    status: { conditions: [{ type: "Seen", status: "True", lastTransitionTime: null }] },
  });
});
