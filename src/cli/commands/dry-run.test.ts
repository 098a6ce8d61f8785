/** `--dry-run=client` prints what would be sent, and sends no write requests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type Transport } from "../../client/index.ts";
import type { ClientContext } from "../context.ts";
import { exactJson } from "../exact-json.ts";
import { CommandStage, type Ran, type StageOptions } from "../testing/command-stage.ts";
import { writeDefaults } from "../testing/write-defaults.ts";
import { type ApplyCommand, apply } from "./apply.ts";
import { type CreateCommand, create } from "./create.ts";
import { type DeleteCommand, deleteObjects } from "./delete.ts";
import { type LabelCommand, label } from "./label.ts";
import { type PatchCommand, patch } from "./patch.ts";

let stage: CommandStage;
let methods: Set<string>;

beforeAll(async () => {
  stage = await CommandStage.open();
  const containers = ["a", "b"].map((name) => ({ name, image: "old", args: ["x"] }));
  const template = { metadata: { labels: { app: "web" } }, spec: { containers } };
  const spec = { selector: { matchLabels: { app: "web" } }, template };
  await stage.create("deployments", { metadata: { name: "web" }, spec }, "apps/v1");
  await stage.create("configmaps", { metadata: { name: "there", labels: { app: "web" } }, data: { a: "b" } });
});
afterAll(() => stage[Symbol.asyncDispose]());

const defaults = { ...writeDefaults, dryRun: "client", type: "merge" } as const;

type Command = CreateCommand & ApplyCommand & LabelCommand & PatchCommand & DeleteCommand;

/** Records the methods of all requests. */
function recording(transport: Transport): Transport {
  return {
    close: () => transport.close(),
    send: (request) => {
      methods.add(request.method);
      return transport.send(request);
    },
  };
}

const runner =
  (command: (options: Command, context: ClientContext) => Promise<number>) =>
  async (words: string, options: Partial<Command> = {}, stageOptions: StageOptions = {}): Promise<Ran> => {
    methods = new Set();
    const client = new Client({ transport: recording(stage.server.client.transport), json: exactJson });
    const splitWords = words.split(" ").filter((word) => word !== "");
    const ran = await stage.run(
      (context) => command({ ...defaults, words: splitWords, ...options }, { ...context, client }),
      stageOptions,
    );
    expect([...methods]).toEqual(["GET"]);
    return ran;
  };

const run = {
  create: runner(create),
  apply: runner(apply),
  label: runner(label),
  patch: runner(patch),
  delete: runner(deleteObjects),
};

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: c}\n`;

describe("--dry-run=client", () => {
  test("create --dry-run=client prints the object that would be created, with its namespace", async () => {
    expect((await run.create("cm new")).out).toBe("configmap/new created (dry run)\n");
    expect((await run.create("ns new", { output: "json" })).out).toBe(
      '{\n  "apiVersion": "v1",\n  "kind": "Namespace",\n  "metadata": {\n    "name": "new"\n  }\n}\n',
    );
    const { out } = await run.create("", { files: ["-"], output: "yaml" }, { input: map("new"), namespace: "shop" });
    expect(out).toBe("apiVersion: v1\ndata:\n  a: c\nkind: ConfigMap\nmetadata:\n  name: new\n  namespace: shop\n");
  });

  test("apply --dry-run=client reports whether each object exists, and prints the manifest", async () => {
    const input = `${map("new")}---\n${map("there")}`;
    expect((await run.apply("", { files: ["-"] }, { input })).out).toBe(
      "configmap/new created (dry run)\nconfigmap/there configured (dry run)\n",
    );
    const { out } = await run.apply("", { files: ["-"], output: "json" }, { input: map("there") });
    expect(JSON.parse(out)).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "there", namespace: "default" },
      data: { a: "c" },
    });
  });

  test("label --dry-run=client prints the object with the changed labels", async () => {
    expect((await run.label("cm there tier=front app=web")).out).toBe("configmap/there labeled (dry run)\n");
    expect((await run.label("cm there app=web")).out).toBe("configmap/there unchanged (dry run)\n");
    const { out } = await run.label("cm there tier=front app-", { output: "json" });
    expect(JSON.parse(out)).toMatchObject({ data: { a: "b" }, metadata: { labels: { tier: "front" } } });
    expect(JSON.parse(out).metadata.labels).not.toHaveProperty("app");
    expect(await run.label("cm there app=x")).toMatchObject({ code: 1, out: "" });
  });

  test("patch --dry-run=client prints the patched object", async () => {
    expect((await run.patch("cm there", { patch: "data: {a: x}" })).out).toBe("configmap/there patched (dry run)\n");
    expect((await run.patch("cm there", { patch: "data: {a: b}" })).out).toBe("configmap/there unchanged (dry run)\n");
    const remove = '[{"op": "remove", "path": "/data/a"}, {"op": "add", "path": "/data/b", "value": "y"}]';
    const { out } = await run.patch("cm there", { patch: remove, type: "json", output: "json" });
    expect(JSON.parse(out).data).toEqual({ b: "y" });
  });

  // The expected result is that of a server-side dry run.
  test.each([
    ["a list merges by its key", '{"spec": {"template": {"spec": {"containers": [{"name": "b", "image": "new"}]}}}}'],
    ["an item is deleted", '{"spec": {"template": {"spec": {"containers": [{"name": "b", "$patch": "delete"}]}}}}'],
    [
      "a struct keeps what is named",
      '{"spec": {"strategy": {"$retainKeys": ["type"], "type": "Recreate", "rollingUpdate": null}}}',
    ],
    [
      "the order of items is set",
      '{"spec": {"template": {"spec": {"$setElementOrder/containers": [{"name": "b"}, {"name": "a"}]}}}}',
    ],
    ["a plain list is replaced", '{"spec": {"template": {"spec": {"containers": [{"name": "a", "args": ["y"]}]}}}}'],
    ["maps and new lists", '{"metadata": {"labels": {"x": "y"}, "finalizers": ["example.com/a"]}}'],
  ])("patch --dry-run=client merges a strategic patch like the server: %s", async (_, text) => {
    const flags = { patch: text, type: "strategic", output: "json" } as const;
    const { out } = await run.patch("deploy web", flags);
    const serverResult = await stage.run((context) =>
      patch({ ...defaults, words: ["deploy", "web"], ...flags, dryRun: "server" }, context),
    );
    const shownParts = (text: string): unknown => {
      const { spec, metadata } = JSON.parse(text);
      return { spec, labels: metadata.labels, finalizers: metadata.finalizers };
    };
    expect(shownParts(out)).toEqual(shownParts(serverResult.out));
    const type = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };
    const before = await stage.client.resource(type, "default").get("web");
    expect(shownParts(out)).not.toEqual(shownParts(JSON.stringify(before)));
  });

  test("patch --dry-run=client reports a patch that does not apply", async () => {
    const test = '[{"op": "test", "path": "/data/a", "value": "z"}]';
    expect(await run.patch("cm there", { patch: test, type: "json" })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^error: configmap\/there: the patch does not fit the object: .*test/),
    });
    const nameless = { patch: "spec: {template: {spec: {containers: [{image: x}]}}}", type: "strategic" } as const;
    expect((await run.patch("deploy web", nameless)).error).toMatch(
      /^error: deployment.apps\/web: the patch does not fit/,
    );
  });

  test("delete --dry-run=client reports what would be deleted, and missing objects", async () => {
    expect((await run.delete("cm there")).out).toBe("configmap/there deleted (dry run)\n");
    expect((await run.delete("cm", { labelSelector: "app=web", output: "name" })).out).toBe("configmap/there\n");
    expect(await run.delete("cm nope")).toMatchObject({
      code: 1,
      error: 'error: configmap/nope: configmaps "nope" not found\n',
    });
    expect(await run.delete("cm nope", { ignoreNotFound: true })).toMatchObject({ code: 0, out: "", error: "" });
  });
});
