import { expect, test } from "vitest";
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../api/index.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { MetricRegistry } from "../base/metrics.ts";
import { Fairness } from "./fairness.ts";
import { oneSeat } from "./work-estimate.ts";

const ann = { name: "ann", groups: ["system:authenticated"] };
const request = { isResource: true, verb: "get", path: "/api/v1/pods", group: "", resource: "pods", namespace: "" };
const reject: PriorityLevelConfigurationSpec = {
  type: "Limited",
  limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" }, lendablePercent: 0 },
};

function schemaOf(user: string, level: string, matchingPrecedence = 10): FlowSchemaSpec {
  const resourceRules = [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true }];
  const rules = [{ subjects: [{ kind: "User", user: { name: user } }], resourceRules }];
  return { priorityLevelConfiguration: { name: level }, matchingPrecedence, rules };
}

function newFairness(processCount = () => 1): { fairness: Fairness; registry: MetricRegistry } {
  const registry = new MetricRegistry();
  const fairness = new Fairness({
    clock: new ManualClock(),
    metrics: registry,
    seats: 600,
    processCount,
    defaults: {
      schemas: new Map([
        ["exempt", schemaOf("root", "exempt", 1)],
        ["catch-all", schemaOf("*", "catch-all", 10_000)],
      ]),
      levels: new Map<string, PriorityLevelConfigurationSpec>([
        ["exempt", { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
        ["catch-all", reject],
      ]),
    },
  });
  return { fairness, registry };
}

const json = (name: string, spec: object): Buffer =>
  Buffer.from(JSON.stringify({ metadata: { name, uid: name }, spec }));

test("changed FlowSchemas and levels affect the next request of a user who has sent others", () => {
  const { fairness } = newFairness();
  const schema = (): string => fairness.classify(ann, request).name;
  expect(schema()).toBe("catch-all");
  fairness.schemaConsumer.set("own", json("own", schemaOf("ann", "own")));
  expect(schema()).toBe("catch-all");
  fairness.levelConsumer.set("own", json("own", reject));
  expect(schema()).toBe("own");
  fairness.schemaConsumer.set("a-first", json("a-first", schemaOf("*", "own")));
  expect(schema()).toBe("a-first");
  fairness.schemaConsumer.delete("a-first");
  fairness.schemaConsumer.set("own", json("own", schemaOf("bob", "own")));
  expect(schema()).toBe("catch-all");
});

test("a deleted level remains until its requests have ended", () => {
  const { fairness } = newFairness();
  fairness.levelConsumer.set("own", json("own", reject));
  fairness.schemaConsumer.set("own", json("own", schemaOf("ann", "own")));
  const schema = fairness.classify(ann, request);
  const running = fairness.start(schema, ann, request, oneSeat);
  fairness.levelConsumer.delete("own");
  expect(fairness.classify(ann, request).name).toBe("catch-all");
  const levels = (): object => fairness.levels.map(({ name, isQuiescing }) => [name, isQuiescing]);
  expect(levels()).toEqual([
    ["catch-all", false],
    ["exempt", false],
    ["own", true],
  ]);
  schema.level.set.finish(running);
  expect(levels()).toEqual([
    ["catch-all", false],
    ["exempt", false],
  ]);
});

test("the previous objects apply while the objects are read again", () => {
  const { fairness } = newFairness();
  fairness.levelConsumer.set("own", json("own", reject));
  fairness.schemaConsumer.set("own", json("own", schemaOf("ann", "own")));
  expect(fairness.classify(ann, request).name).toBe("own");
  let isLoaded = false;
  fairness.isLoaded = () => isLoaded;
  fairness.schemaConsumer.clear();
  fairness.levelConsumer.clear();
  expect(fairness.classify(ann, request).name).toBe("own");
  isLoaded = true;
  expect(fairness.classify(ann, request).name).toBe("catch-all");
});

test("each process has its share of the seats", () => {
  let processes = 1;
  const { fairness, registry } = newFairness(() => processes);
  const limit = 'nominal_limit_seats{priority_level="catch-all"}';
  expect(registry.render()).toContain(`${limit} 600\n`);
  processes = 4;
  fairness.classify(ann, request);
  expect(registry.render()).toContain(`${limit} 150\n`);
});
