import { expect, test } from "vitest";
import { everyMetric, type MetricPolicy } from "./metric-life-cycle.ts";
import { Counter, Gauge, MetricRegistry } from "./metrics.ts";

const policy: MetricPolicy = { releaseMinor: 32, showsHidden: false, disabled: [], allowedLabels: {} };
const metric = { name: "a_total", help: "Help.", stability: "ALPHA", labels: ["verb", "code"] } as const;

test.each([
  ["1.32.0", false, true],
  ["1.31.0", false, false],
  ["1.31.0", true, true],
  ["1.29.0", false, false],
])("a metric that was deprecated in %s, with hidden metrics shown: %s, is shown: %s", (version, showsHidden, shown) => {
  const registry = new MetricRegistry({ ...policy, showsHidden });
  const counter = registry.add(new Counter({ ...metric, deprecatedVersion: version }));
  counter.add(["GET", "200"]);
  const text = registry.render();
  expect(text.includes("a_total{")).toBe(shown);
  expect(text.includes(`# HELP a_total [ALPHA] (Deprecated since ${version}) Help.`)).toBe(shown);
  expect(registry.hidden.length).toBe(shown ? 0 : 1);
});

test("a disabled metric records nothing, even if hidden metrics are shown", () => {
  const registry = new MetricRegistry({ ...policy, showsHidden: true, disabled: ["a_total"] });
  const gauge = registry.add(new Gauge({ ...metric, deprecatedVersion: "1.30.0" }));
  gauge.set(["GET", "200"], 1);
  expect([registry.render().trim(), gauge.samples()]).toEqual(["", []]);
});

test("each deprecated metric that is shown is reported once, when it is added", () => {
  const reported: string[] = [];
  const onDeprecated = (name: string): void => void reported.push(name);
  const registry = new MetricRegistry({ ...policy, showsHidden: true, onDeprecated });
  const counter = registry.add(new Counter({ ...metric, deprecatedVersion: "1.30.0" }));
  registry.add(new Counter({ ...metric, name: "b_total" }));
  counter.add(["GET", "200"]);
  counter.add(["GET", "404"]);
  expect(reported).toEqual(["a_total"]);
});

test("label values that are not allowed are recorded as unexpected, and counted", () => {
  const registry = new MetricRegistry({ ...policy, allowedLabels: { a_total: { code: ["200"] } } });
  const counter = registry.add(new Counter(metric));
  for (const code of ["200", "404", "500"]) counter.add(["GET", code]);
  expect(counter.render()).toEqual(['a_total{verb="GET",code="200"} 1', 'a_total{verb="GET",code="unexpected"} 2']);
  expect(registry.unexpectedCount).toBe(2);
});

test("each use of a looked-up series whose label value is not allowed is counted", () => {
  const registry = new MetricRegistry({ ...policy, allowedLabels: { a_total: { code: ["200"] } } });
  const [allowed, restricted] = ["200", "404"].map((code) => registry.add(new Counter(metric)).adder(["GET", code]));
  allowed?.();
  restricted?.();
  restricted?.();
  expect(registry.unexpectedCount).toBe(2);
});

test("labels of other metrics, and labels that a metric does not have, restrict nothing", () => {
  const allowedLabels = { a_total: { color: ["red"] }, other: { verb: ["x"] } };
  const registry = new MetricRegistry({ ...everyMetric, allowedLabels });
  registry.add(new Counter(metric)).add(["GET", "200"]);
  expect(registry.render()).toContain('a_total{verb="GET",code="200"} 1');
});
