/** The commands that check custom types, with the servers that they start. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { crdDiff, definitionOf, ruleCosts } from "../../cli/definitions/index.ts";
import { specSchema, versionJson, widgetDefinition } from "../../cli/definitions/testing/definitions.ts";
import { type Ran, RecordedTerminal } from "../../cli/definitions/testing/recorded-terminal.ts";
import { type ClientContext, check } from "../../cli/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { DefinitionToApply } from "../in-process/define-type.ts";
import { startServer } from "../in-process/start-server.ts";
import { openJudge } from "./manifest-judge.ts";
import { runCrdDiff } from "./run-definition-command.ts";

const databaseFile = fileURLToPath(new URL("../../../test/support/definitions/database-cluster.yaml", import.meta.url));
const text = { type: "string" };
const name = "widgets.example.com";

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
});
afterEach(() => terminal[Symbol.dispose]());

async function runCheck(files: readonly string[], input = ""): Promise<Ran> {
  const command = { files, recursive: false, vocabulary: vocabularies.orch, showsCosts: false };
  return await terminal.run((to) => check(command, { openJudge, costsOf: ruleCosts }, to), input);
}

describe("check of custom types", () => {
  const cluster = `# A small cluster.
apiVersion: db.example.com/v1
kind: DatabaseCluster
metadata:
  name: shop
spec:
  engine: postgres
  storage:
    size: 10Gi
  service: {port: 5432, tpye: ClusterIP}
`;

  test("check reports unknown fields of an object whose definition follows it, with line and column", async () => {
    const { out, code } = await runCheck(["-"], `${cluster}---\n${readFileSync(databaseFile, "utf8")}`);
    expect(out).toBe(
      'standard input:10:25: DatabaseCluster shop: error: unknown field "spec.service.tpye"\n' +
        "2 objects: 1 fine, 1 would be rejected\n",
    );
    expect(code).toBe(1);
  });

  test("check reports a deprecated version of a custom type", async () => {
    const old = cluster.replace("com/v1", "com/v1beta1").replace(", tpye: ClusterIP", "");
    expect((await runCheck([databaseFile, "-"], old)).out).toContain(
      "standard input:2: DatabaseCluster shop: warning: db.example.com/v1beta1 DatabaseCluster is deprecated; use " +
        "db.example.com/v1\n2 objects: 1 fine, 1 with warnings, 0 would be rejected\n",
    );
  });

  test("check reports errors of a definition with line and column", async () => {
    const definition = widgetDefinition([versionJson({ type: "object" })], { group: "Example.com" });
    const written = JSON.stringify(definition, undefined, 2);
    terminal.write("crd.json", written);
    const { out, code } = await runCheck(["crd.json"]);
    const line = written.split("\n").findIndex((one) => one.includes('"group"')) + 1;
    expect(out).toContain(
      `crd.json:${line}:5: CustomResourceDefinition widgets.example.com: error: spec.group: Invalid value: "Example.com": `,
    );
    expect(code).toBe(1);
  });

  test("check accepts a definition and an object that were exported from a server", async () => {
    await using server = await startServer();
    const crd = widgetDefinition([versionJson(specSchema({ a: text }))]);
    await server.define(crd as unknown as DefinitionToApply);
    const path = "/apis/example.com/v1/namespaces/default/widgets";
    const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: { a: "x" } };
    await (await server.request(path, { body })).text();
    const exported = async (target: string): Promise<object> => (await server.request(target)).json<object>();
    terminal.write("crd.json", await exported(`/apis/apiextensions.orch.io/v1/customresourcedefinitions/${name}`));
    terminal.write("object.json", await exported(`${path}/a`));
    expect(await runCheck(["object.json", "crd.json"])).toEqual({
      code: 0,
      out: "2 objects: 2 fine, 0 would be rejected\n",
    });
  });

  test("check reports a second definition of the same type", async () => {
    terminal.write("crd.json", widgetDefinition([versionJson({ type: "object" })]));
    expect((await runCheck(["crd.json", "crd.json"])).out).toContain('"widgets.example.com" already exists\n');
  });
});

const services = {
  openJudge,
  serverDefinition: () => Promise.resolve(undefined),
  serverObjects: (): never => {
    throw new Error("this test needs no server");
  },
};
const command = {
  oldFile: "old.json",
  newFile: "new.json",
  objects: { files: ["objects.json"], recursive: false },
  usesServerObjects: false,
  output: "text",
  vocabulary: vocabularies.orch,
} as const;

/** A listener that counts the connections to it. */
async function countingListener(): Promise<{ readonly url: string; connections(): number } & AsyncDisposable> {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/convert`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await once(listener, "close");
    },
  };
}

describe("types with a conversion webhook", () => {
  /** Returns a definition whose versions have different types and rules for `spec.size`. */
  const converted = (clientConfig: object, maximum: number): object =>
    widgetDefinition(
      [
        versionJson(specSchema({ size: text })),
        versionJson(
          specSchema({
            size: {
              type: "integer",
              "x-orch-validations": [{ rule: `self <= ${maximum}`, message: `at most ${maximum}` }],
            },
          }),
          { name: "v2", storage: false },
        ),
      ],
      { conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } } },
    );
  const widget = (version: string, objectName: string, size: unknown): object => ({
    apiVersion: `example.com/${version}`,
    kind: "Widget",
    metadata: { name: objectName },
    spec: { size },
  });
  const objects = [widget("v1", "a", "x"), widget("v1", "b", 1), widget("v2", "c", 2), widget("v2", "d", 7)];
  const wrongType = 'spec.size: Invalid value: "integer": spec.size in body must be of type string: "integer"';
  const tooLarge = 'spec.size: Invalid value: "integer": at most 5';
  const service = { service: { name: "converter", namespace: "tools" } };

  beforeEach(() => terminal.write("objects.json", { apiVersion: "v1", kind: "List", items: objects }));

  test.each(["url", "service"])("check judges objects in their own version and never calls a %s", async (client) => {
    await using listener = await countingListener();
    terminal.write("crd.json", converted(client === "url" ? { url: listener.url } : service, 5));
    const { out } = await runCheck(["crd.json", "objects.json"]);
    expect(out.replaceAll(/^objects\.json:[\d:]+ /gm, "")).toBe(
      `Widget b: error: ${wrongType}\nWidget d: error: ${tooLarge}\n5 objects: 3 fine, 2 would be rejected\n`,
    );
    expect(listener.connections()).toBe(0);
  });

  test.each(["url", "service"])("crd diff judges objects in their own version and never calls a %s", async (client) => {
    await using listener = await countingListener();
    const clientConfig = client === "url" ? { url: listener.url } : service;
    terminal.write("old.json", converted(clientConfig, 9));
    terminal.write("new.json", converted(clientConfig, 5));
    const { out } = await terminal.run((to) => crdDiff(command, { ...services, terminal: to }));
    expect(out).toContain(`\nWidget d: becomes invalid: ${tooLarge}\n`);
    expect(out).toContain("; 1 of 4 objects would become invalid or lose data\n");
    expect(listener.connections()).toBe(0);
  });

  test("check reports errors of the conversion itself", async () => {
    terminal.write("crd.json", converted({ url: "http://converter.example.com" }, 5));
    expect((await runCheck(["crd.json"])).out).toContain(
      "error: spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme",
    );
  });
});

describe("crd diff with objects", () => {
  const noFiles = { files: [], recursive: false };
  const versions = (names: readonly string[], properties: object): object =>
    widgetDefinition(
      names.map((name, index) =>
        versionJson(specSchema({ ...properties }), { name, storage: index === 0, subresources: { status: {} } }),
      ),
    );
  const widget = (name: string, spec: object, version = "v1"): object => ({
    apiVersion: `example.com/${version}`,
    kind: "Widget",
    metadata: { name, namespace: "shop", uid: "u", resourceVersion: "7", creationTimestamp: "2026-01-01T00:00:00Z" },
    spec,
  });

  test("crd diff names the objects that lose fields or whose version is no longer served", async () => {
    terminal.write("old.json", versions(["v1", "v2"], { a: text, b: text }));
    terminal.write("new.json", versions(["v1"], { a: text }));
    const items = [
      widget("loses", { a: "x", b: "y" }),
      widget("stays", { a: "x" }),
      widget("always-unknown", { a: "x", c: "z" }),
      widget("unserved", { a: "x" }, "v2"),
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } },
    ];
    terminal.write("objects.json", { apiVersion: "v1", kind: "List", items });
    const { code, out } = await terminal.run((to) => crdDiff(command, { ...services, terminal: to }));
    expect(code).toBe(1);
    expect(out).toBe(`widgets.example.com v1: loses data: spec.b is removed; the server drops its values
widgets.example.com: breaks clients: spec.versions[v2] is no longer served
Widget shop/loses: loses data: spec.b
Widget shop/unserved: becomes invalid: version v2 is no longer served
2 changes: 1 loses data, 1 breaks clients; 2 of 4 objects would become invalid or lose data
`);
  });

  test("crd diff and check read integers beyond 2^53 in definitions and objects exactly", async () => {
    const exact = (value: object): string => JSON.stringify(value).replaceAll('"9007199254740993"', "9007199254740993");
    const large = "9007199254740993";
    const definition = (values: readonly unknown[]): string =>
      exact(versions(["v1"], { a: { type: "integer", enum: values }, b: { type: "integer", maximum: large } }));
    terminal.write("old.json", definition([1, large]));
    terminal.write("new.json", definition([1]));
    terminal.write("objects.json", exact(widget("large", { a: large, b: 5 })));
    const { out } = await terminal.run((to) => crdDiff(command, { ...services, terminal: to }));
    expect(out).toContain(`breaks clients: spec.a no longer accepts ${large}: [1,${large}] -> [1]`);
    expect(out).toContain(
      `Widget shop/large: becomes invalid: spec.a: Unsupported value: ${large}: supported values: "1"`,
    );
    const checked = await runCheck(["old.json", "objects.json"]);
    expect(checked).toEqual({ code: 0, out: "2 objects: 2 fine, 0 would be rejected\n" });
  });

  test("crd diff compares the definition and the objects of the server", async () => {
    terminal.write("new.json", versions(["v1"], { a: text }));
    const fromServer = {
      ...services,
      serverDefinition: async (name: string) => {
        expect(name).toBe("widgets.example.com");
        return definitionOf({ ...versions(["v1"], { a: text, b: text }) }, "the server", vocabularies.orch);
      },
      async *serverObjects(_definition: unknown, version: string) {
        yield { ...widget("loses", { b: "y" }, version) };
        yield { ...widget("stays", { a: "y" }, version) };
      },
    };
    const options = {
      ...command,
      oldFile: undefined,
      objects: noFiles,
      usesServerObjects: true,
    };
    const { out } = await terminal.run((to) => crdDiff(options, { ...fromServer, terminal: to }));
    expect(out).toContain("Widget shop/loses: loses data: spec.b\n");
    expect(out).toContain("1 of 2 objects would become invalid or lose data\n");
  });

  test("crd diff compares the definition and the objects of a running server with --from-server", async () => {
    await using server = await startServer();
    const old = versions(["v1"], { a: text, b: text });
    await server.define(old as unknown as DefinitionToApply);
    const path = "/apis/example.com/v1/namespaces/default/widgets";
    for (const [object, spec] of [
      ["loses", { b: "y" }],
      ["stays", { a: "y" }],
      ["invalid", { a: "long" }],
    ]) {
      const body = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: object }, spec };
      expect((await server.request(path, { body })).status).toBe(201);
    }
    terminal.write("new.json", versions(["v1"], { a: { ...text, maxLength: 3 } }));
    const options = { ...command, oldFile: undefined, objects: noFiles, usesServerObjects: true };
    const ran = await terminal.run((to) =>
      runCrdDiff(options, {
        client: server.client,
        terminal: to,
        vocabulary: vocabularies.orch,
        signal: new AbortController().signal,
      } as ClientContext),
    );
    expect(ran.out.split("\n").slice(2)).toEqual([
      "Widget default/invalid: becomes invalid: spec.a: Too long: may not be more than 3 bytes",
      "Widget default/loses: loses data: spec.b",
      "2 changes: 1 loses data, 1 breaks clients; 2 of 3 objects would become invalid or lose data",
      "",
    ]);
    expect(ran.code).toBe(1);
  });

  const open = { "x-orch-preserve-unknown-fields": true };
  const short = { ...text, maxLength: 2 };

  test.each([
    ["limits of the name", {}, { metadata: { type: "object", properties: { name: short } } }],
    [
      "a type below an open object",
      { spec: { type: "object", ...open } },
      { spec: { type: "object", ...open, properties: { a: short } } },
    ],
    [
      "a type in an object that is no longer open",
      { spec: { type: "object", ...open } },
      { spec: { type: "object", properties: { a: short } } },
    ],
  ])("crd diff reports %s as a change if an object becomes invalid by it", async (_name, before, after) => {
    const definition = (properties: object): object => widgetDefinition([versionJson({ type: "object", properties })]);
    terminal.write("old.json", definition(before));
    terminal.write("new.json", definition(after));
    terminal.write("objects.json", widget("long", { a: "xyz" }));
    const { out, code } = await terminal.run((to) => crdDiff(command, { ...services, terminal: to }));
    expect(out).toMatch(/^widgets\.example\.com v1: breaks clients: /m);
    expect(out).toContain("Widget shop/long: becomes invalid: ");
    expect(out).toMatch(/; 1 of 1 object would become invalid or lose data\n$/);
    expect(code).toBe(1);
  });

  test("crd diff does not count objects that it could not check", async () => {
    terminal.write("old.json", versions(["v1"], { a: text }));
    terminal.write("new.json", versions(["v1", "v2"], { a: text }));
    const elsewhere = { ...widget("elsewhere", {}), metadata: { name: "elsewhere", namespace: "No_Name" } };
    const items = [widget("new-version", {}, "v2"), elsewhere, widget("stays", {})];
    terminal.write("objects.json", { apiVersion: "v1", kind: "List", items });
    expect(await terminal.run((to) => crdDiff(command, { ...services, terminal: to }))).toEqual({
      code: 2,
      out: `Widget shop/new-version: not checked: the old definition does not serve version v2
Widget No_Name/elsewhere: not checked: namespaces "No_Name" not found
no change that clients or objects notice; 0 of 1 object would become invalid or lose data, 2 not checked
`,
    });
  });

  test("crd diff rejects a definition that a server would reject", async () => {
    terminal.write("old.json", versions(["v1"], {}));
    terminal.write("new.json", widgetDefinition([versionJson({ type: "object" }, { storage: false })]));
    terminal.write("objects.json", widget("a", {}));
    await expect(terminal.run((to) => crdDiff(command, { ...services, terminal: to }))).rejects.toThrow(
      "new.json:1: a server would reject widgets.example.com: spec.versions: Invalid value:",
    );
  });
});
