import { describe, expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";
import {
  accumulatedFamilies,
  Counter,
  combineFamilies,
  Gauge,
  Histogram,
  MetricRegistry,
  renderFamilies,
  Summary,
} from "./metrics.ts";

const requests = { name: "requests_total", help: "Requests.", stability: "STABLE", labels: ["verb", "code"] } as const;

describe("a counter", () => {
  test("a counter has one value for each combination of labels", () => {
    const counter = new Counter(requests);
    counter.add(["GET", "200"]);
    counter.add(["GET", "200"]);
    counter.add(["GET", "404"], 5);
    expect(counter.render()).toEqual([
      'requests_total{verb="GET",code="200"} 2',
      'requests_total{verb="GET",code="404"} 5',
    ]);
  });

  test("a counter without labels has one series, which appears when it is increased", () => {
    const counter = new Counter({ ...requests, labels: [] });
    expect(counter.render()).toEqual([]);
    counter.add();
    expect(counter.render()).toEqual(["requests_total 1"]);
  });

  test("a counter escapes label values", () => {
    const counter = new Counter({ ...requests, labels: ["path"] });
    counter.add(['a"b\\c\nd']);
    expect(counter.render()).toEqual(['requests_total{path="a\\"b\\\\c\\nd"} 1']);
  });

  test("a counter distinguishes label values whose concatenations are equal", () => {
    const counter = new Counter(requests);
    counter.add(["a,b", "c"]);
    counter.add(["a", "b,c"]);
    expect(counter.render()).toHaveLength(2);
  });

  test("a counter stops creating series at the limit", () => {
    const counter = new Counter({ ...requests, labels: ["uid"] });
    for (let index = 0; index < 10_100; index++) counter.add([String(index)]);
    expect(counter.render()).toHaveLength(10_000);
    counter.add(["5"]);
    expect(counter.render()[5]).toBe('requests_total{uid="5"} 2');
  });
});

test("a gauge leaves out a removed value until it is set again", () => {
  const gauge = new Gauge({ ...requests, name: "size", labels: ["store"] });
  gauge.set(["a"], 7);
  gauge.remove(["a"]);
  gauge.remove(["b"]);
  expect(gauge.render()).toEqual([]);
  gauge.set(["a"], 8);
  expect(gauge.render()).toEqual(['size{store="a"} 8']);
});

test("a gauge can be set, increased and decreased", () => {
  const gauge = new Gauge({ ...requests, name: "in_flight", labels: ["kind"] });
  gauge.set(["mutating"], 7);
  gauge.add(["mutating"], -2);
  gauge.add(["readOnly"], 1);
  expect(gauge.render()).toEqual(['in_flight{kind="mutating"} 5', 'in_flight{kind="readOnly"} 1']);
});

describe("a histogram", () => {
  const definition = { ...requests, name: "seconds", labels: ["verb"], buckets: [0.1, 1, 10] } as const;

  test("a histogram counts observations per bucket and in total, and sums them", () => {
    const histogram = new Histogram(definition);
    for (const value of [0.05, 0.5, 0.5, 5, 50]) histogram.observe(["GET"], value);
    expect(histogram.render()).toEqual([
      'seconds_bucket{verb="GET",le="0.1"} 1',
      'seconds_bucket{verb="GET",le="1"} 3',
      'seconds_bucket{verb="GET",le="10"} 4',
      'seconds_bucket{verb="GET",le="+Inf"} 5',
      'seconds_sum{verb="GET"} 56.05',
      'seconds_count{verb="GET"} 5',
    ]);
  });

  test("a histogram counts a value that equals a bound in its bucket", () => {
    const histogram = new Histogram({ ...definition, labels: [] });
    histogram.observe([], 1);
    expect(histogram.render()).toContain('seconds_bucket{le="0.1"} 0');
    expect(histogram.render()).toContain('seconds_bucket{le="1"} 1');
  });
});

describe("a registry", () => {
  test("render() writes each metric with stability, type and help in the text format", () => {
    const registry = new MetricRegistry();
    const counter = registry.add(new Counter(requests));
    counter.add(["GET", "200"]);
    registry.add(new Gauge({ name: "memory_bytes", help: "Memory.", stability: "ALPHA", labels: [] }), (gauge) =>
      gauge.set([], 1024),
    );
    expect(registry.render()).toBe(
      [
        "# HELP requests_total [STABLE] Requests.",
        "# TYPE requests_total counter",
        'requests_total{verb="GET",code="200"} 1',
        "# HELP memory_bytes [ALPHA] Memory.",
        "# TYPE memory_bytes gauge",
        "memory_bytes 1024",
        "",
      ].join("\n"),
    );
    expect(registry.definitions.map(({ name }) => name)).toEqual(["requests_total", "memory_bytes"]);
  });

  test("render() refreshes each metric first", () => {
    const registry = new MetricRegistry();
    let reads = 0;
    registry.add(new Gauge({ name: "reads", help: "Reads.", stability: "BETA", labels: [] }), (gauge) =>
      gauge.set([], ++reads),
    );
    expect(registry.render()).toContain("\nreads 1\n");
    expect(registry.render()).toContain("\nreads 2\n");
  });
});

describe("a summary", () => {
  const waits = { ...requests, name: "waits", labels: ["verb"], quantiles: [0.5, 0.99], ageMsMax: 1000 } as const;

  /** Returns the quantiles and the other values in a text, as far as they have the right size. */
  const valuesOf = (text: string): readonly (readonly [string, number])[] =>
    text
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => [line.split(" ")[0] ?? "", Math.round(Number(line.split(" ")[1]) * 10) / 10]);

  test("shows quantiles of recent observations, and the sum and number of all", async () => {
    const clock = new ManualClock();
    const registry = new MetricRegistry();
    const summary = registry.add(new Summary(waits, clock));
    for (const value of [1, 1, 1, 4]) summary.observe(["GET"], value);
    const text = registry.render();
    expect(text).toContain("# TYPE waits summary\n");
    const totals = [
      ['waits_sum{verb="GET"}', 7],
      ['waits_count{verb="GET"}', 4],
    ];
    expect(valuesOf(text)).toEqual([
      ['waits{verb="GET",quantile="0.5"}', 1],
      ['waits{verb="GET",quantile="0.99"}', 4],
      ...totals,
    ]);
    await clock.advance(1000);
    expect(valuesOf(registry.render())).toEqual([
      ['waits{verb="GET",quantile="0.5"}', Number.NaN],
      ['waits{verb="GET",quantile="0.99"}', Number.NaN],
      ...totals,
    ]);
  });

  test("of several processes shows the quantiles of all their observations", () => {
    const processes = [[1], [4, 4, 4]].map((observations) => {
      const registry = new MetricRegistry();
      const summary = registry.add(new Summary(waits, new ManualClock()));
      for (const value of observations) summary.observe(["GET"], value);
      return JSON.parse(JSON.stringify(registry.collect()));
    });
    expect(valuesOf(renderFamilies(combineFamilies(processes)))).toEqual([
      ['waits{verb="GET",quantile="0.5"}', 4],
      ['waits{verb="GET",quantile="0.99"}', 4],
      ['waits_sum{verb="GET"}', 13],
      ['waits_count{verb="GET"}', 4],
    ]);
  });
});

describe("metrics of several processes", () => {
  const build = { ...requests, name: "build_info", labels: ["version"], combine: "first" } as const;
  const seconds = { ...requests, name: "seconds", labels: ["verb"], buckets: [1] } as const;

  /** Returns the metrics of a process that has served requests of these durations in seconds. */
  const collected = (version: string, durations: Readonly<Record<string, number>>): string => {
    const registry = new MetricRegistry();
    registry.add(new Gauge(build)).set([version], 7);
    const histogram = registry.add(new Histogram(seconds));
    for (const [verb, duration] of Object.entries(durations)) histogram.observe([verb], duration);
    return JSON.stringify(registry.collect());
  };

  test("combineFamilies() adds the values of equal series, and keeps series that only one process has", () => {
    const processes = [collected("1", { GET: 0.5 }), collected("1", { GET: 2, PUT: 4 })].map((one) => JSON.parse(one));
    expect(renderFamilies(combineFamilies(processes))).toBe(`# HELP build_info [STABLE] Requests.
# TYPE build_info gauge
build_info{version="1"} 7
# HELP seconds [STABLE] Requests.
# TYPE seconds histogram
seconds_bucket{verb="GET",le="1"} 1
seconds_bucket{verb="GET",le="+Inf"} 2
seconds_sum{verb="GET"} 2.5
seconds_count{verb="GET"} 2
seconds_bucket{verb="PUT",le="1"} 0
seconds_bucket{verb="PUT",le="+Inf"} 1
seconds_sum{verb="PUT"} 4
seconds_count{verb="PUT"} 1
`);
  });

  test("accumulatedFamilies() keeps what ended processes have counted, without gauges, quantiles and values of the server", () => {
    const ended = (served: number): string => {
      const registry = new MetricRegistry();
      registry.add(new Counter(requests)).add(["GET", "200"], served);
      registry.add(new Counter({ ...requests, name: "starts_total", labels: [], combine: "first" })).add([], 1);
      registry.add(new Gauge({ ...requests, name: "open", labels: [] })).set([], 3);
      registry.add(new Histogram(seconds)).observe(["GET"], 0.5);
      const waits = { ...requests, name: "waits", labels: [], quantiles: [0.5], ageMsMax: 1000 };
      registry.add(new Summary(waits, new ManualClock())).observe([], 2);
      return JSON.stringify(registry.collect());
    };
    const families = accumulatedFamilies([ended(4), ended(5)].map((one) => JSON.parse(one)));
    expect(renderFamilies(families)).toBe(`# HELP requests_total [STABLE] Requests.
# TYPE requests_total counter
requests_total{verb="GET",code="200"} 9
# HELP seconds [STABLE] Requests.
# TYPE seconds histogram
seconds_bucket{verb="GET",le="1"} 2
seconds_bucket{verb="GET",le="+Inf"} 2
seconds_sum{verb="GET"} 1
seconds_count{verb="GET"} 2
# HELP waits [STABLE] Requests.
# TYPE waits summary
waits_sum 4
waits_count 2
`);
  });

  test("renderFamilies() of one process is the text of its registry", () => {
    const registry = new MetricRegistry();
    registry.add(new Counter(requests)).add(["GET", "200"], 3);
    expect(renderFamilies(combineFamilies([registry.collect()]))).toBe(registry.render());
  });
});
