import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { configMap, deployment } from "../../api/index.ts";
import { Client } from "../../client/index.ts";
import { exactJson } from "../exact-json.ts";
import { CommandStage, type Ran } from "../testing/command-stage.ts";
import { get } from "./get.ts";
import { history } from "./history.ts";
import { undo } from "./undo.ts";

let stage: CommandStage;

beforeEach(async () => {
  // The times of changes follow the clock of the server only in its own store.
  stage = await CommandStage.open({ engine: "memory" });
  await stage.create("configmaps", { metadata: { name: "web" }, data: { colour: "blue" } });
  await stage.clock.advance(60_000);
});

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
});

const noFiles = { files: [], recursive: false } as const;
const maps = () => stage.client.api(configMap, "default");

async function paint(colour: string, name = "web"): Promise<string> {
  const map = await maps().get(name);
  const updated = await maps().update({ ...map, data: { colour } }, { fieldManager: "painter" });
  await stage.clock.advance(60_000);
  return updated.metadata.resourceVersion ?? "";
}

const showHistory = (words: readonly string[], options: object = {}): Promise<Ran> =>
  stage.run((context) => history({ words, ...noFiles, limit: 10, before: undefined, ...options }, context));

const runUndo = (options: object = {}, words: readonly string[] = ["cm", "web"]): Promise<Ran> =>
  stage.run((context) =>
    undo({ words, ...noFiles, to: undefined, isDryRun: false, fieldManager: "orch", ...options }, context),
  );

function showAt(at: string, words: readonly string[] = ["cm"]): Promise<Ran> {
  const command = {
    words,
    ...noFiles,
    allNamespaces: false,
    labelSelector: undefined,
    fieldSelector: undefined,
    chunkSize: 500,
    ignoreNotFound: false,
    watch: false,
    watchOnly: false,
    sortBy: undefined,
    showManagedFields: false,
    output: { name: "jsonpath", value: "{..data.colour}" },
    missingKeys: "nothing",
    at,
  };
  return stage.run((context) => get(command as unknown as Parameters<typeof get>[0], context));
}

const colour = async (): Promise<string | undefined> => (await maps().get("web")).data?.["colour"];

describe("orch history", () => {
  test("shows the changes of an object as diffs with time and manager, newest first", async () => {
    const red = await paint("red");
    const green = await paint("green");
    const { out, error } = await showHistory(["cm", "web"]);
    const lines = out.split("\n");
    const headings = lines.filter((line) => line.startsWith("configmap/web"));
    expect(headings[0]).toMatch(
      new RegExp(`^configmap/web updated by painter \\(update\\) at ${green}, .*Z \\(60s ago\\)$`),
    );
    expect(headings[1]).toMatch(
      new RegExp(`^configmap/web updated by painter \\(update\\) at ${red}, .*Z \\(2m ago\\)$`),
    );
    expect(headings[2]).toMatch(/^configmap\/web created by .* \(3m ago\)$/);
    expect(lines.slice(1, 6)).toEqual([
      "@@ -1,6 +1,6 @@",
      " apiVersion: v1",
      " data:",
      "-  colour: red",
      "+  colour: green",
    ]);
    expect(error).toBe("");
  });

  test("shows part of a long history, and how to continue", async () => {
    for (const next of ["red", "green", "black"]) await paint(next);
    const { out, error } = await showHistory(["cm/web"], { limit: 2 });
    expect(out.match(/^configmap\/web/gm)).toHaveLength(2);
    const [, before = ""] = /--before=(\d+)/.exec(error) ?? [];
    const rest = await showHistory(["cm/web"], { limit: 2, before });
    expect(rest.out).toContain("-  colour: blue\n+  colour: red\n");
    expect(rest.out.match(/^configmap\/web/gm)).toHaveLength(2);
  });

  test("shows a deleted object, and reports an object that never existed", async () => {
    await maps().delete("web");
    const { out } = await showHistory(["cm", "web"]);
    expect(out).toMatch(/^configmap\/web deleted at \d+, /);
    const missing = await showHistory(["cm", "other"]);
    expect([missing.code, missing.error]).toEqual([1, 'error: configmap/other: configmaps "other" not found\n']);
  });

  test("the printed continuation names the namespace of the object and the chosen server", async () => {
    await stage.create("namespaces", { metadata: { name: "shop" } });
    await stage.create("configmaps", { metadata: { name: "till", namespace: "shop" } });
    const till = stage.client.api(configMap, "shop");
    const first = await till.get("till");
    const second = await till.update({ ...first, data: { colour: "red" } });
    const command = { words: ["cm", "till"], ...noFiles, limit: 1, before: undefined };
    const { error } = await stage.run((context) => history(command, context), {
      namespace: "shop",
      serverFlags: ["--context=there"],
    });
    const version = second.metadata.resourceVersion ?? "";
    expect(error).toBe(`earlier changes: orch history configmap/till -n shop --before=${version} --context=there\n`);
  });

  test("an object without a change before a version is an error, because no state was removed", async () => {
    const created = (await maps().get("web")).metadata.resourceVersion ?? "";
    for (const before of ["0", "1", created]) {
      const { code, out, error } = await showHistory(["cm", "web"], { before });
      const fact = `configmaps "web" has no change before resourceVersion ${before}`;
      expect([code, out, error]).toEqual([1, "", `error: configmap/web: ${fact}\n`]);
    }
    for (const before of ["1", "100"]) {
      const { code, out, error } = await showHistory(["cm", "nope"], { before });
      expect([code, out, error]).toEqual([1, "", 'error: configmap/nope: configmaps "nope" not found\n']);
    }
  });

  test.each([
    ["history=abc", 'history: "abc" is not a whole number from 1 to 500'],
    ["history=0", 'history: "0" is not a whole number from 1 to 500'],
    ["history=501", 'history: "501" is not a whole number from 1 to 500'],
    ["history=1&before=-1", 'before: "-1" is not a whole number from 0 to 9007199254740991'],
  ])("the server rejects ?%s with the name and the value of the parameter", async (query, message) => {
    await expect(stage.client.read(`/api/v1/namespaces/default/configmaps/web?${query}`)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining(message),
    });
  });

  test("a user who may not get an object may not see its history or earlier states", async () => {
    const client = stage.server.clientAs("guest");
    for (const query of ["history=5", "at=-30s"]) {
      await expect(client.read(`/api/v1/namespaces/default/secrets/web?${query}`)).rejects.toMatchObject({ code: 403 });
    }
    await expect(client.read("/api/v1/namespaces/default/secrets?at=-30s")).rejects.toMatchObject({ code: 403 });
  });
});

describe("orch get --at", () => {
  test("shows one object and lists as they were at a time, a duration ago or a version", async () => {
    const time = new Date(stage.clock.nowMs() - 1000).toISOString();
    const red = await paint("red");
    await stage.create("configmaps", { metadata: { name: "zoo" }, data: { colour: "grey" } });
    await stage.clock.advance(1000);
    expect((await showAt("-30s")).out).toBe("red");
    expect((await showAt("-90s")).out).toBe("blue");
    expect((await showAt(time, ["cm", "web"])).out).toBe("blue");
    expect((await showAt(red, ["cm", "web"])).out).toBe("red");
    expect((await showAt("-0s")).out).toBe("red grey");
  });

  test("reports times in the future, before the history, and texts that are no times", async () => {
    expect((await showAt("2126-01-01T00:00:00Z", ["cm", "web"])).error).toMatch(
      /is in the future: the time of the server is \d{4}-/,
    );
    expect((await showAt("-300d", ["cm", "web"])).error).toMatch(
      /is no longer kept: the history begins with resourceVersion 0 \(2025-01-01T/,
    );
    expect((await showAt("yesterday")).error).toContain(
      '"yesterday" is no time: use a resourceVersion, a time such as',
    );
    expect((await showAt("99999999")).error).toContain(
      "resourceVersion 99999999 does not exist yet: the newest one is ",
    );
    const mixed = stage.client.read("/api/v1/namespaces/default/configmaps?at=-1s&watch=true");
    await expect(mixed).rejects.toMatchObject({ code: 400, message: "at cannot be used with watch" });
  });

  test("an object that did not exist then is not found", async () => {
    await stage.create("configmaps", { metadata: { name: "zoo" } });
    const { code, error } = await showAt("-1s", ["cm", "zoo"]);
    expect([code, error]).toEqual([1, 'error: configmaps "zoo" not found\n']);
  });
});

describe("orch undo", () => {
  test("writes the state before the newest change back as an update of the caller", async () => {
    await paint("red");
    const { code, out } = await runUndo();
    expect(code).toBe(0);
    expect(out).toContain("-  colour: red\n+  colour: blue\n");
    expect(out).toContain("configmap/web undone\n");
    const map = await maps().get("web");
    expect(map.data).toEqual({ colour: "blue" });
    expect(map.metadata.managedFields?.map(({ manager }) => manager)).toContain("orch");
  });

  test("with --dry-run only shows the diff", async () => {
    await paint("red");
    const { out } = await runUndo({ isDryRun: true });
    expect(out).toContain("+  colour: blue\n");
    expect(out).toContain("undone (dry run)\n");
    expect(await colour()).toBe("red");
  });

  test("with --to writes any kept state back", async () => {
    await paint("red");
    await paint("green");
    await runUndo({ to: "-2m30s" });
    expect(await colour()).toBe("blue");
    expect((await runUndo({ to: "-0s" })).error).toBe("configmap/web is in this state already\n");
  });

  test("creates a deleted object again with a new uid", async () => {
    const before = await maps().get("web");
    await maps().delete("web");
    const { out } = await runUndo();
    expect(out).toContain("--- configmap/web (does not exist)\n");
    expect(out).toContain("+  colour: blue\n");
    const after = await maps().get("web");
    expect(after.data).toEqual({ colour: "blue" });
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
  });

  const deployments = () => stage.client.api(deployment, "default");

  async function createDeployment(): Promise<void> {
    const labels = { app: "till" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "till" }] } };
    await deployments().create({
      metadata: { name: "till" },
      spec: { selector: { matchLabels: labels }, template },
    });
  }

  const changeStatus = async (replicas: number): Promise<void> => {
    await deployments().patch("till", "merge", { status: { replicas } }, { subresource: "status" });
  };

  const undoTill = (options: object = {}): Promise<Ran> => runUndo(options, ["deploy", "till"]);

  test("undoes the newest change that is not of the status, which an update does not write", async () => {
    await createDeployment();
    await deployments().patch("till", "merge", { spec: { replicas: 5 } });
    for (let replicas = 1; replicas <= 60; replicas++) await changeStatus(replicas);
    const { out } = await undoTill();
    expect(out).toContain("-  replicas: 5\n+  replicas: 1\n");
    expect((await deployments().get("till")).spec?.replicas).toBe(1);
  });

  test("reports an object of which only the status has changed", async () => {
    await createDeployment();
    await changeStatus(1);
    await expect(undoTill()).rejects.toThrow(
      "deployment.apps/till has no change that can be undone, because only its status has changed",
    );
  });

  test("reports an object that is being deleted, and does not undo the change before", async () => {
    await maps().patch("web", "merge", { metadata: { finalizers: ["example.com/wait"] } });
    await maps().delete("web");
    await expect(runUndo()).rejects.toThrow("configmap/web is being deleted, which cannot be undone");
  });

  test("creates an object that was deleted in the foreground again without the finalizer of its deletion", async () => {
    await maps().patch("web", "merge", { metadata: { finalizers: ["foregroundDeletion", "example.com/wait"] } });
    await maps().delete("web");
    await maps().patch("web", "merge", { metadata: { finalizers: null } });
    await runUndo();
    expect((await maps().get("web")).metadata.finalizers).toEqual(["example.com/wait"]);
  });

  test("rejects a state of an earlier object of the same name, and the creation itself", async () => {
    await maps().delete("web");
    await stage.create("configmaps", { metadata: { name: "web" }, data: { colour: "new" } });
    await expect(runUndo()).rejects.toThrow("the newest change created the object: delete it with `orch delete`");
    await expect(runUndo({ to: "-30s" })).rejects.toThrow(
      "configmap/web was deleted and created again since that state",
    );
    expect(await colour()).toBe("new");
  });

  test("rejects an object that changes while it is undone, and keeps the change", async () => {
    await paint("red");
    const running = stage.run((context) =>
      undo(
        { words: ["cm", "web"], ...noFiles, to: undefined, isDryRun: false, fieldManager: "orch" },
        {
          ...context,
          terminal: { ...context.terminal, paint: (_colour, text) => text },
          client: changingClient(),
        },
      ),
    );
    await expect(running).rejects.toThrow("configmap/web was changed meanwhile");
    expect(await colour()).toBe("black");
  });

  /** Returns a client that changes the object after the first write request, which is a dry run. */
  const changingClient = (): typeof stage.client => {
    const { transport } = stage.client;
    let writes = 0;
    const send: typeof transport.send = async (request) => {
      if (request.method === "PUT" && ++writes === 2) await paint("black");
      return await transport.send(request);
    };
    return new Client({ transport: { send, close: async () => undefined }, json: exactJson });
  };
});
