/** Stages of versions, flags, gates and metrics: the declared tables follow the policy, and servers show them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtinKinds } from "../../src/api/builtin.ts";
import { releaseMinor } from "../../src/api/release.ts";
import { readFacts } from "../../src/api/testing/facts.ts";
import { deleteCommand } from "../../src/app/commands/delete.ts";
import { featureGates } from "../../src/app/config/feature-gate-table.ts";
import { gateNames } from "../../src/app/config/feature-gates.ts";
import { serverConfig } from "../../src/app/config/server-config.ts";
import { apiserverFlags, upFlags } from "../../src/app/config/server-flags.ts";
import { flagSections } from "../../src/app/flags/flag-help.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { groupVersionsOf } from "../support/served-resources.ts";
import {
  flagProblems,
  type GateRow,
  gateProblems,
  type MetricRow,
  metricProblems,
  removedGateProblems,
  type VersionRow,
  versionProblems,
} from "../support/stability-policy.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";

let running: TestServer;

beforeAll(async () => {
  running = await startTestServer({ vocabulary: "kubernetes" });
});
afterAll(() => running[Symbol.asyncDispose]());

describe("versions", () => {
  const rows = builtinKinds.map(({ group, version, kind, lifecycle, servedByDefault }): VersionRow => {
    const name = `${vocabularies.kubernetes.bind(group)}/${version} ${kind}`;
    return { name, version, servedByDefault, ...lifecycle, replacementVersion: lifecycle?.replacement?.version };
  });
  const beta = { name: "b", version: "v1beta1", servedByDefault: false, introduced: 30, deprecated: 33, removed: 36 };

  test("[DEPR-04] [DEPR-05] [DEPR-09] [DEPR-10] all declared versions follow the policy", () => {
    expect(rows.filter(({ version }) => version.includes("beta")).length).toBeGreaterThan(8);
    expect(versionProblems(rows, releaseMinor)).toEqual([]);
  });

  test.each<[problem: string, row: VersionRow]>([
    ["is no name of a stage", { ...beta, version: "1beta" }],
    ["is Beta and served by default", { ...beta, servedByDefault: true }],
    ["is GA and has a release of removal", { ...beta, version: "v1" }],
    ["has no releases of deprecation", { ...beta, removed: undefined }],
    ["stays longer than the policy says", { ...beta, deprecated: 34, removed: 37 }],
    ["stays longer than the policy says", { ...beta, removed: 37 }],
    ["is removed earlier than 3 releases", { ...beta, removed: 35 }],
    ["is replaced by a less stable version", { ...beta, replacementVersion: "v1alpha1" }],
    ["is declared although 1.32 removed it", { ...beta, introduced: 26, deprecated: 29, removed: 32 }],
  ])("a table with a version that %s is reported", (problem, row) => {
    expect(versionProblems([beta], releaseMinor)).toEqual([]);
    expect(versionProblems([row], releaseMinor)).toEqual([expect.stringContaining(problem)]);
  });

  test("[DEPR-01] [DEPR-02] [DEPR-03] only stable versions are served without --runtime-config, and all of them", async () => {
    const served = await groupVersionsOf(running.client);
    expect(served.filter((one) => /alpha|beta/.test(one))).toEqual([]);
    const declared = rows.filter(({ version }) => /^v\d+$/.test(version)).map(({ name }) => name.split(" ")[0] ?? "");
    for (const one of declared) expect(served).toContain(one.replace(/^\//, ""));
  });

  test("[DEPR-06] two versions of a kind are served side by side, in JSON and in protobuf", async () => {
    for (const version of ["v1", "v2"]) {
      for (const accept of ["application/json", "application/vnd.kubernetes.protobuf"]) {
        const target = `/apis/autoscaling/${version}/horizontalpodautoscalers`;
        const { status, headers } = await running.client.request(target, { headers: { accept } });
        expect([status, headers["content-type"]]).toEqual([200, accept]);
      }
    }
  });

  test("[DEPR-07] a served version has all elements that the release recorded", async () => {
    const { json } = await running.client.request("/openapi/v3/apis/apps/v1");
    const facts = readFacts("types").packages["apps/v1"];
    const structs = Object.entries(facts?.structs ?? {});
    expect(structs.length).toBeGreaterThan(20);
    for (const [name, { fields }] of structs) {
      const properties = json.components.schemas[`io.k8s.api.apps.v1.${name}`]?.properties;
      if (!properties) continue;
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(fields.filter((one) => !("inline" in one)).map((one) => one.name)),
      );
    }
  });

  test("[DEPR-11] a release and the one before it read what the other has written, with the same preferred versions", async () => {
    await using store = new KeptStore();
    const path = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    const spec = { scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" }, maxReplicas: 5 };
    const preferred: unknown[] = [];
    for (const [index, version] of ["1.31", "1.32", "1.31"].entries()) {
      await using server = await startTestServer({ store, flags: [`--emulated-version=${version}`] });
      const made = await server.client.request(path, { body: { metadata: { name: `of-${index}` }, spec } });
      expect(made.status).toBe(201);
      const { json } = await server.client.request(path);
      expect(json.items.map((one: { spec: { maxReplicas: number } }) => one.spec.maxReplicas)).toEqual(
        Array.from({ length: index + 1 }, () => 5),
      );
      preferred.push((await server.client.request("/apis/autoscaling")).json.preferredVersion);
    }
    expect(preferred).toEqual([preferred[0], preferred[0], preferred[0]]);
  });
});

describe("flags", () => {
  const old = { since: 30, replacements: ["new"], message: "Use --new instead." };

  test("[DEPR-13] [DEPR-14] [DEPR-16] [DEPR-17] all deprecated flags of servers follow the policy", () => {
    expect(upFlags.some((flag) => "deprecation" in flag)).toBe(true);
    expect(flagProblems(upFlags, releaseMinor)).toEqual([]);
    expect(flagProblems(apiserverFlags, releaseMinor)).toEqual([]);
  });

  test.each([
    ["by a later release", { ...old, since: 33 }],
    ["although 1.32 removed it", { ...old, since: 20, removed: 32 }],
    ["is removed too early", { ...old, removed: 32.5 }],
    ["without a replacement", { ...old, replacements: [] }],
    ["which is no flag or deprecated", { ...old, replacements: ["other"] }],
    ["does not name --new", { ...old, message: "Use another one." }],
  ])("a table with a flag that is deprecated %s is reported", (problem, deprecation) => {
    const rows = [{ name: "new" }, { name: "old", deprecation }];
    expect(flagProblems([{ name: "new" }, { name: "old", deprecation: old }], releaseMinor)).toEqual([]);
    expect(flagProblems(rows, releaseMinor)).toEqual([expect.stringContaining(problem)]);
  });

  test("[DEPR-14] a table with a replacement that is less stable is reported", () => {
    const rows = [
      { name: "new", stage: "Alpha" as const },
      { name: "old", deprecation: old },
    ];
    expect(flagProblems(rows, releaseMinor)).toEqual(["--old is replaced by the less stable --new"]);
  });

  test("[DEPR-13] [DEPR-15] a deprecated flag of a server works, prints a warning, and is not in help", () => {
    const { warnings, admission } = serverConfig("apiserver", ["--admission-control=NamespaceLifecycle"], { cwd: "/" });
    expect(admission.plugins).toEqual(["NamespaceLifecycle"]);
    expect(warnings).toEqual([
      "Flag --admission-control has been deprecated, Use --enable-admission-plugins or --disable-admission-plugins " +
        "instead. Will be removed in a future version.",
    ]);
    const help = flagSections(apiserverFlags, 100).join("\n");
    expect(help).toContain("--enable-admission-plugins");
    expect(help).not.toContain("--admission-control=");
  });

  test("[DEPR-12] a deprecated value of a client flag works, and prints a warning", async () => {
    const context = { cwd: "/", columns: 80, commands: [] };
    const { options, warnings } = await deleteCommand.read(["pod", "web", "--cascade=true"], context);
    expect(options).toMatchObject({ cascade: "background" });
    expect(warnings).toEqual(["--cascade=true is deprecated and can be replaced with --cascade=background"]);
  });

  test("[DEPR-19] help of --feature-gates says that deprecated gates warn, and whether a gate has an effect", () => {
    const help = flagSections(apiserverFlags, 1000).join("\n");
    const [, text = ""] = help.split("--feature-gates");
    expect(text.replace(/\s+/g, " ")).toMatch(/deprecated.*no effect.*warning/);
  });
});

describe("feature gates", () => {
  const on = { since: 30, stage: "GA", default: true, isLocked: true } as const;
  const beta = { since: 28, stage: "Beta", default: true, isLocked: false } as const;

  test("[DEPR-18] all gates follow the policy, and those of the release before are still known", () => {
    expect(gateProblems(featureGates)).toEqual([]);
    expect(removedGateProblems(featureGates, new Set(gateNames), releaseMinor)).toEqual([]);
  });

  test.each<[string, ...GateRow["states"]]>([
    ["do not ascend", { ...beta, since: 30 }, on],
    ["became less stable", on, { ...beta, since: 31 }],
    ["is GA and off", beta, { ...on, default: false }],
    ["is locked although it is Beta", { ...beta, isLocked: true }, on],
  ])("a table with a gate whose states %s is reported", (problem, ...states) => {
    expect(gateProblems([{ name: "G", states: [beta, on] }])).toEqual([]);
    expect(gateProblems([{ name: "G", states }])).toEqual([expect.stringContaining(problem)]);
  });

  test("[DEPR-18] a gate that is removed within two releases after GA is reported, but not a later one", () => {
    const gate = { name: "G", states: [beta, on] };
    expect(removedGateProblems([gate], new Set(), 32)).toHaveLength(1);
    expect(removedGateProblems([gate], new Set(), 33)).toEqual([]);
    expect(removedGateProblems([gate], new Set(["G"]), 32)).toEqual([]);
  });
});

describe("metrics", () => {
  const metric = { name: "m", help: "M.", stability: "ALPHA" };

  test("[DEPR-20] [DEPR-21] every metric has a stage, which its help text shows", async () => {
    await using shown = await startTestServer({ flags: ["--show-hidden-metrics-for-version=1.31"] });
    const { text } = await shown.client.request("/metrics");
    const rows = text.split("\n").flatMap((line): MetricRow[] => {
      const [, name = "", stability = "", help = ""] = /^# HELP (\S+) (?:\[(\w+)\] )?(.*)$/.exec(line) ?? [];
      if (name === "") return [];
      const [, deprecatedVersion] = /^\(Deprecated since (\S+)\)/.exec(help) ?? [];
      return [{ name, stability, help, ...(deprecatedVersion === undefined ? {} : { deprecatedVersion }) }];
    });
    expect(rows.filter(({ deprecatedVersion }) => deprecatedVersion !== undefined).length).toBeGreaterThan(1);
    expect(metricProblems(rows, releaseMinor)).toEqual([]);
  });

  test.each([
    ["has no stability", { ...metric, stability: "" }],
    ["has no help text", { ...metric, help: "" }],
    ["is deprecated by no known release", { ...metric, deprecatedVersion: "1.33.0" }],
    ["is deprecated by no known release", { ...metric, deprecatedVersion: "soon" }],
  ])("a table with a metric that %s is reported", (problem, row) => {
    expect(metricProblems([metric], releaseMinor)).toEqual([]);
    expect(metricProblems([row], releaseMinor)).toEqual([`m ${problem}`]);
  });

  test("[DEPR-22] [DEPR-23] deprecated metrics are hidden, shown with a flag, and then marked and reported", async () => {
    const names = ["apiserver_request_slo_duration_seconds", "apiserver_storage_db_total_size_in_bytes"];
    const before = (await running.client.request("/metrics")).text;
    for (const name of names) expect(before).not.toContain(name);
    expect(before).toContain("\nhidden_metrics_total 2\n");
    expect(before).toContain("\ndisabled_metrics_total 0\n");
    const warned: string[] = [];
    await using shown = await startTestServer({
      flags: ["--show-hidden-metrics-for-version=1.31", "--disabled-metrics=apiserver_request_total,other"],
      logger: { ...silentLogger, warning: (message) => void warned.push(message) },
    });
    await shown.client.request("/api/v1/pods");
    const { text } = await shown.client.request("/metrics");
    expect(text).toContain("# HELP apiserver_storage_db_total_size_in_bytes [ALPHA] (Deprecated since 1.28.0) ");
    expect(text).toMatch(/apiserver_request_slo_duration_seconds_count\{verb="LIST"/);
    expect(text).toContain('registered_metrics_total{deprecated_version="1.27.0",stability_level="ALPHA"} 1\n');
    expect(text).not.toContain("apiserver_request_total");
    expect(text).toContain("\ndisabled_metrics_total 2\n");
    expect(text).toContain("\nhidden_metrics_total 1\n");
    const about = (name: string): string =>
      `Hidden metrics (${name}) have been manually overridden, showing this very deprecated metric.`;
    expect(warned.filter((one) => one.startsWith("Hidden")).sort()).toEqual(names.map(about));
  });

  test("label values that a flag does not allow are recorded as unexpected", async () => {
    await using limited = await startTestServer({ flags: ["--allow-metric-labels=apiserver_request_total,code=200"] });
    await limited.client.request("/api/v1/namespaces/default/configmaps/a");
    const { text } = await limited.client.request("/metrics");
    expect(text).toMatch(/apiserver_request_total\{.*resource="configmaps".*code="unexpected"\} 1\n/);
    expect(text).toMatch(/\ncardinality_enforcement_unexpected_categorizations_total [1-9]/);
  });
});
