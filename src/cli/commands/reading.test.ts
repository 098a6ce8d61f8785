import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../../test/support/until.ts";
import { CommandStage, type StageOptions } from "../testing/command-stage.ts";
import { apiResources } from "./api-resources.ts";
import { explain } from "./explain.ts";
import { get } from "./get.ts";
import { watch } from "./watch.ts";

let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
  for (const namespace of ["shop", "many", "watched"])
    await stage.create("namespaces", { metadata: { name: namespace } });
  const map = (name: string, data: object, more: object = {}) =>
    stage.create("configmaps", { metadata: { name, namespace: "shop", ...more }, data });
  await map("blue", { colour: "blue" }, { labels: { app: "web", "example.com/tier": "front" } });
  await map("red", { colour: "red", size: "7" });
  await map("green", {}, { labels: { app: "api" } });
  const secret = { metadata: { name: "red", namespace: "shop" }, type: "Opaque" };
  await stage.create("secrets", secret);
  for (let index = 0; index < 25; index++) {
    await stage.create("configmaps", {
      metadata: { name: `map-${String(index).padStart(2, "0")}`, namespace: "many" },
    });
  }
  await stage.clock.advance(90_000);
});
afterAll(() => stage[Symbol.asyncDispose]());

const defaults = {
  words: [] as string[],
  files: [] as string[],
  recursive: false,
  allNamespaces: false,
  labelSelector: undefined,
  fieldSelector: undefined,
  output: undefined,
  isWide: false,
  hasHeaders: true,
  showLabels: false,
  labelColumns: [],
  ignoreNotFound: false,
  watch: false,
  watchOnly: false,
  sortBy: undefined,
  showManagedFields: false,
  missingKeys: "nothing",
  chunkSize: 500,
} as const;

type Options = Partial<Record<keyof typeof defaults, unknown>>;

const runGet = (words: string, options: Options = {}, stageOptions: StageOptions = {}) =>
  stage.run(
    (context) =>
      get({ ...defaults, words: words.split(" ").filter((word) => word !== ""), ...options } as never, context),
    { namespace: "shop", ...stageOptions },
  );

describe("get", () => {
  test("get prints the columns of the server's Table", async () => {
    expect(await runGet("cm")).toEqual({
      code: 0,
      out: "NAME    DATA   AGE\nblue    1      90s\ngreen   0      90s\nred     2      90s\n",
      error: "",
      progress: ["", ""],
    });
  });

  test("get prints objects by name, of one or several types", async () => {
    expect((await runGet("cm red blue")).out).toBe("NAME   DATA   AGE\nred    2      90s\nblue   1      90s\n");
    expect((await runGet("cm/red secret/red")).out).toBe(
      "NAME            DATA   AGE\nconfigmap/red   2      90s\n\n" +
        "NAME         TYPE     DATA   AGE\nsecret/red   Opaque   0      90s\n",
    );
  });

  test("get leaves out types without objects if several types are requested", async () => {
    expect((await runGet("pods,secrets,services")).out).toBe(
      "NAME         TYPE     DATA   AGE\nsecret/red   Opaque   0      90s\n",
    );
  });

  test("get -A prints namespaces, except for cluster-scoped types", async () => {
    expect((await runGet("secrets", { allNamespaces: true })).out).toBe(
      "NAMESPACE   NAME   TYPE     DATA   AGE\nshop        red    Opaque   0      90s\n",
    );
    expect((await runGet("ns", { allNamespaces: true, fieldSelector: "metadata.name=shop" })).out).toBe(
      "NAME   STATUS   AGE\nshop   Active   90s\n",
    );
  });

  test("get prints all labels, or some labels in separate columns", async () => {
    const options = { showLabels: true, labelColumns: ["app", "example.com/tier"], labelSelector: "app" };
    expect((await runGet("cm", options)).out).toBe(
      "NAME    DATA   AGE   APP   TIER    LABELS\n" +
        "blue    1      90s   web   front   app=web,example.com/tier=front\n" +
        "green   0      90s   api           app=api\n",
    );
  });

  test("get sorts by a field, and can omit the headers", async () => {
    expect((await runGet("cm", { sortBy: ".data.colour", hasHeaders: false })).out).toBe(
      "green   0   90s\nblue    1   90s\nred     2   90s\n",
    );
  });

  test("get --sort-by reports if no object has the field, unless objects of several types are requested", async () => {
    await expect(runGet("cm", { sortBy: ".data.color" })).rejects.toThrow(
      '--sort-by: none of the objects has ".data.color"; write a dot within a name as \\.',
    );
    expect((await runGet("cm,secrets", { sortBy: ".type", output: "name" })).out).toBe(
      "configmap/blue\nconfigmap/green\nconfigmap/red\nsecret/red\n",
    );
  });

  test("get prints names, YAML and JSON", async () => {
    expect((await runGet("cm,secrets", { output: "name" })).out).toBe(
      "configmap/blue\nconfigmap/green\nconfigmap/red\nsecret/red\n",
    );
    const { out } = await runGet("cm red", { output: "json" });
    expect(JSON.parse(out)).toMatchObject({ kind: "ConfigMap", data: { colour: "red", size: "7" } });
    expect(out).not.toContain("managedFields");
    expect((await runGet("cm/red", { output: "yaml", showManagedFields: true })).out).toContain("managedFields:");
    const list = JSON.parse((await runGet("cm", { output: "json", sortBy: ".data.colour" })).out);
    expect(list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([
      "green",
      "blue",
      "red",
    ]);
  });

  test("get evaluates a template on a named object, or on a List of objects", async () => {
    const jsonpath = (value: string): Options => ({ output: { name: "jsonpath", value } });
    expect((await runGet("cm red", jsonpath("{.data.colour}, {.data.size}"))).out).toBe("red, 7");
    expect((await runGet("cm", jsonpath("{.kind}: {.items[*].metadata.name}"))).out).toBe("List: blue green red");
    const sorted = { ...jsonpath("{.items[*].metadata.name}"), sortBy: ".data.colour" };
    expect((await runGet("cm,secrets", sorted)).out).toBe("green red blue red");
    expect(await runGet("cm nope", jsonpath("{.kind}"))).toMatchObject({ code: 1, out: "" });
    expect((await runGet("pods", jsonpath("{.items}"))).out).toBe("[]");
    await expect(runGet("cm", jsonpath("{.items"))).rejects.toThrow(
      "-o jsonpath: {.items: a { has no closing } on its line",
    );
    await expect(runGet("cm red", { ...jsonpath("{.nope}"), missingKeys: "error" })).rejects.toThrow(
      "-o jsonpath: {.nope}: nope is not found",
    );
  });

  test("get prints custom columns of all types in one table", async () => {
    const columns = (value: string): Options => ({ output: { name: "custom-columns", value } });
    expect((await runGet("cm,secrets", columns("KIND:.kind,NAME:.metadata.name,COLOUR:data.colour"))).out).toBe(
      "KIND        NAME    COLOUR\nConfigMap   blue    blue\nConfigMap   green   <none>\n" +
        "ConfigMap   red     red\nSecret      red     <none>\n",
    );
    expect((await runGet("cm", { ...columns("NAME:.metadata.name"), hasHeaders: false })).out).toBe(
      "blue\ngreen\nred\n",
    );
    expect((await runGet("pods", columns("NAME:.metadata.name"))).out).toBe("NAME\n");
  });

  test("get reads a template and columns from files", async () => {
    stage.write("name.txt", "{.metadata.name}\n");
    stage.write("columns.txt", "NAME COLOUR\n.metadata.name .data.colour\n");
    expect((await runGet("cm red", { output: { name: "jsonpath-file", value: "name.txt" } })).out).toBe("red\n");
    const output = { name: "custom-columns-file", value: "columns.txt" };
    expect((await runGet("cm red", { output })).out).toBe("NAME   COLOUR\nred    red\n");
    await expect(runGet("cm", { output: { name: "jsonpath-file", value: "none" } })).rejects.toThrow(
      "none: there is no such file or folder",
    );
  });

  test("get reads long lists in chunks and shows the progress", async () => {
    const { out, progress } = await runGet("cm", { chunkSize: 10 }, { namespace: "many" });
    expect(out.trimEnd().split("\n")).toHaveLength(26);
    expect(progress).toEqual(["configmaps: 10 of 25", "configmaps: 20 of 25", "", ""]);
    const names = await runGet("cm", { chunkSize: 10, output: "name" }, { namespace: "many" });
    expect(new Set(names.out.trimEnd().split("\n")).size).toBe(25);
  });

  test("get reports on standard error if there are no objects", async () => {
    expect(await runGet("pods")).toMatchObject({ code: 0, out: "", error: "there are no pods in namespace shop\n" });
    expect((await runGet("pods,cm", { labelSelector: "app=none" })).error).toBe(
      "there are no pods, configmaps that are selected in namespace shop\n",
    );
    expect((await runGet("nodes")).error).toBe("there are no nodes\n");
    expect(JSON.parse((await runGet("pods", { output: "json" })).out)).toMatchObject({ kind: "List", items: [] });
  });

  test("get reports missing objects, prints the others, and exits with 1", async () => {
    expect(await runGet("cm red none blue")).toMatchObject({
      code: 1,
      out: "NAME   DATA   AGE\nred    2      90s\nblue   1      90s\n",
      error: 'error: configmaps "none" not found\n',
    });
    expect(await runGet("cm none", { ignoreNotFound: true })).toMatchObject({ code: 0, out: "", error: "" });
  });

  test("get -f prints the objects of manifests", async () => {
    stage.write(
      "a.yaml",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: red}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: red, namespace: shop}\n",
    );
    expect((await runGet("", { files: ["a.yaml"], output: "name" })).out).toBe("configmap/red\nsecret/red\n");
  });

  test.each<[string, Options, string]>([
    ["", {}, "a type is required"],
    ["cm red", { allNamespaces: true }, "a name belongs to one namespace; set -A or names, not both"],
    ["cm red", { labelSelector: "a=b" }, "set names or a selector, not both"],
    ["cm", { files: ["a.yaml"] }, "-f selects the objects; remove cm"],
    ["cm", { sortBy: "[" }, "--sort-by"],
    ["cm", { watch: true, sortBy: ".a" }, "changes cannot be sorted"],
    ["cm,secrets", { watch: true }, "a watch is for one type"],
    ["", { files: ["none.yaml"] }, "none.yaml: there is no such file or folder"],
  ])("get %j with %j is rejected", async (words, options, message) => {
    await expect(runGet(words, options)).rejects.toThrow(message);
  });

  test("get prints the server's error message", async () => {
    const { code, error } = await runGet("cm", { labelSelector: "a=b=c" });
    expect(code).toBe(1);
    expect(error).toMatch(/^error: unable to parse requirement: .*'b=c'|^error: .*found '=', expected/);
  });

  test("get truncates columns to the width of the terminal, except with -o wide", async () => {
    const description = "x".repeat(200);
    await stage.create("namespaces", { metadata: { name: "long" } });
    await stage.create("configmaps", {
      metadata: { name: "long", namespace: "long", labels: { a: "y".repeat(60) } },
      data: { description },
    });
    const labelFlags = { showLabels: true };
    const cut = (await runGet("cm", labelFlags, { namespace: "long", columns: 60 })).out.split("\n")[1] ?? "";
    expect(cut).toHaveLength(60);
    expect(cut).toMatch(/^long {3}1 {6}\d+s {3,4}a=y+…$/);
    const wideOutput = (await runGet("cm", { ...labelFlags, isWide: true }, { namespace: "long", columns: 60 })).out;
    expect(wideOutput).toContain(`a=${"y".repeat(60)}\n`);
  });
});

describe("watching", () => {
  async function watched(
    options: Options,
    change: () => Promise<void>,
    { command = get, lines, words = "cm" }: { command?: unknown; lines: number; words?: string },
  ): Promise<string> {
    const interruption = new AbortController();
    let printed = "";
    const running = stage.run(
      (context) => (command as typeof get)({ ...defaults, words: words.split(" "), ...options } as never, context),
      { namespace: "watched", signal: interruption.signal, onOut: (all) => (printed = all) },
    );
    await until(() => printed.includes("before"), "what there is is printed");
    await change();
    await until(() => printed.trimEnd().split("\n").length >= lines, `${lines} lines are printed`);
    interruption.abort(new Error("enough"));
    const { code } = await running;
    expect(code).toBe(0);
    return printed;
  }

  const change = async (): Promise<void> => {
    await stage.create("configmaps", { metadata: { name: "a-longer-name", namespace: "watched" } });
    const maps = stage.client.resource(
      { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
      "watched",
    );
    await maps.patch("a-longer-name", "merge", { data: { a: "b" } });
    await maps.delete("a-longer-name");
  };

  test("get -w prints existing objects, and then each change as a row", async () => {
    await stage.create("configmaps", { metadata: { name: "before", namespace: "watched" } });
    const out = await watched({ watch: true }, change, { lines: 5 });
    expect(out).toMatch(
      /^NAME {5}DATA {3}AGE\nbefore {3}0 {6}\d+s\na-longer-name {3}0 {6}0s\na-longer-name {3}1 {6}0s\na-longer-name {3}1 {6}0s\n$/,
    );
  });

  test("watch prints the type of each event", async () => {
    const out = await watched({}, change, { command: watch, lines: 5 });
    expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "EVENT",
      "ADDED",
      "ADDED",
      "MODIFIED",
      "DELETED",
      "",
    ]);
  });

  test("watch -o prints events as documents", async () => {
    const out = await watched({ output: "name" }, change, { command: watch, lines: 4 });
    expect(out).toBe(
      "ADDED configmap/before\nADDED configmap/a-longer-name\nMODIFIED configmap/a-longer-name\nDELETED configmap/a-longer-name\n",
    );
    const documents = await watched({ output: "yaml" }, change, { command: watch, lines: 40 });
    expect(documents).toContain("type: DELETED\n");
    expect(documents.split("---\n")).toHaveLength(5);
  });

  test("watch evaluates templates and columns for each event", async () => {
    const jsonpath = { name: "jsonpath", value: '{.type} {.object.metadata.name}{"\\n"}' };
    expect(await watched({ output: jsonpath }, change, { command: watch, lines: 4 })).toBe(
      "ADDED before\nADDED a-longer-name\nMODIFIED a-longer-name\nDELETED a-longer-name\n",
    );
    const columns = { name: "custom-columns", value: "N:.metadata.name,A:.data.a" };
    expect(await watched({ watch: true, output: columns }, change, { lines: 5 })).toBe(
      "N        A\nbefore   <none>\na-longer-name   <none>\na-longer-name   b\na-longer-name   b\n",
    );
  });

  test("get -w of a single object watches only that object, and fails if it does not exist", async () => {
    const touch = async (): Promise<void> => {
      await change();
      const maps = stage.client.resource(
        { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
        "watched",
      );
      await maps.patch("before", "merge", { data: { x: String(stage.clock.nowMs()), y: "z" } });
    };
    const out = await watched({ watch: true }, touch, { lines: 3, words: "cm before" });
    expect(out).toMatch(/^NAME {5}DATA {3}AGE\nbefore {3}0 {6}\d+s\nbefore {3}2 {6}\d+s\n$/);
    await expect(runGet("cm none", { watch: true })).rejects.toThrow('configmaps "none" not found');
  });

  test("[WATCH-13] get -w lists again and continues when its resourceVersion has expired", async () => {
    const { server, clock } = stage;
    // The first watch receives 410 for its version. The list and the watch after it succeed.
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, error: 410 });
    const out = await watched({ watch: true }, async () => clock.advance(10_000), { lines: 3 });
    expect(out.match(/^before/gm)).toHaveLength(2);
  });
});

describe("api-resources", () => {
  const run = (options: object) =>
    stage.run((context) =>
      apiResources(
        { output: undefined, hasHeaders: true, apiGroup: undefined, namespaced: undefined, verbs: [], ...options },
        context,
      ),
    );

  test("api-resources lists types with their names", async () => {
    const { out } = await run({ apiGroup: "batch" });
    const [head, ...rows] = out.trimEnd().split("\n");
    expect(head).toMatch(/^NAME +SHORTNAMES +APIVERSION +NAMESPACED +KIND$/);
    const cells = rows.map((row) => row.split(/ +/));
    expect(cells).toContainEqual(["cronjobs", "cj", "batch/v1", "true", "CronJob"]);
    expect(cells).toContainEqual(["jobs", "batch/v1", "true", "Job"]);
    // All columns begin at the same position in every line.
    const at = head?.indexOf("APIVERSION") ?? 0;
    expect(rows.map((row) => row.slice(at, at + 8))).toEqual(rows.map(() => "batch/v1"));
  });

  test("api-resources filters types by group, namespaced and verbs", async () => {
    const names = async (options: object): Promise<string[]> =>
      (await run({ output: "name", ...options })).out.trimEnd().split("\n");
    const clusterScoped = await names({ apiGroup: "core", namespaced: false });
    expect(clusterScoped).toEqual(expect.arrayContaining(["componentstatuses", "nodes", "persistentvolumes"]));
    expect(clusterScoped).not.toContain("pods");
    expect(clusterScoped).not.toContain("storageclasses.storage.orch.io");
    expect(await names({ apiGroup: "core", verbs: ["create"], namespaced: true })).toContain("bindings");
    expect(await names({ apiGroup: "core", verbs: ["list", "create"], namespaced: true })).not.toContain("bindings");
    expect((await run({ apiGroup: "nothing" })).error).toBe("there are no such types\n");
    expect((await run({ apiGroup: "apps", output: "wide", hasHeaders: false })).out).toContain(
      "create,delete,deletecollection,get,list,patch,update,watch   all\n",
    );
  });
});

describe("explain", () => {
  const run = (word: string, options: object = {}) =>
    stage.run((context) =>
      explain(
        { words: word.split(" ").filter((one) => one !== ""), recursive: false, apiVersion: undefined, ...options },
        context,
      ),
    );

  test.each([
    ["deploy.spec.strategy.type", "Deployment.spec.strategy.type <string>   in apps/v1\n"],
    ["deployments.apps.spec.replicas", "Deployment.spec.replicas <integer>   in apps/v1\n"],
    ["pods.spec.containers.ports.protocol", "Pod.spec.containers.ports.protocol <string>   in v1\n"],
    ["hpa.spec", "HorizontalPodAutoscaler.spec <HorizontalPodAutoscalerSpec>   in autoscaling/v2\n"],
  ])("explain describes %s", async (word, head) => {
    const { code, out } = await run(word);
    expect(code).toBe(0);
    expect(out.startsWith(head)).toBe(true);
  });

  test("explain --api-version describes another version of a type", async () => {
    expect((await run("hpa.spec", { apiVersion: "autoscaling/v1" })).out).toContain(
      "targetCPUUtilizationPercentage <integer>",
    );
  });

  test.each<[string, object, string]>([
    ["", {}, "one type or field is required"],
    ["pods nodes", {}, "one type or field is required"],
    ["pod.spec.container", {}, 'Pod.spec has no field "container"; did you mean containers?'],
    ["podz.spec", {}, 'the server has no type "podz"; did you mean pods?'],
    ["pods", { apiVersion: "apps/v9" }, '--api-version: the server has no "apps/v9"'],
  ])("explain %j with %j is rejected", async (word, options, message) => {
    await expect(run(word, options)).rejects.toThrow(message);
  });
});
