import { describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { loadConfig } from "./load-config.ts";
import { memorySource } from "./testing/memory-source.ts";

/** Returns a configuration with one cluster, one user and one context, all named `name`. */
function config(name: string, more = ""): string {
  return `
apiVersion: v1
kind: Config
clusters: [{ name: ${name}, cluster: { server: "https://${name}.test" } }]
users: [{ name: ${name}, user: { username: ${name} } }]
contexts: [{ name: ${name}, context: { cluster: ${name}, user: ${name} } }]
${more}`;
}

async function refusal(files: Record<string, string | Error>, path?: string): Promise<string> {
  const source = memorySource(files);
  const error: unknown = await loadConfig({ source, ...(path === undefined ? {} : { path }) }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

describe("which files are read", () => {
  test("the one that is asked for, and no other, relative to the current folder", async () => {
    const source = memorySource({ "/project/a.yaml": config("a"), "/home/ann/.orch/config": config("home") });
    source.env["ORCHCONFIG"] = "/home/ann/.orch/config";
    const { files, clusters } = await loadConfig({ source, path: "a.yaml" });
    expect(files).toEqual(["/project/a.yaml"]);
    expect([...clusters.keys()]).toEqual(["a"]);
  });

  test("the one that is asked for has to be there", async () => {
    expect(await refusal({}, "missing")).toBe("/project/missing: there is no such file");
  });

  test("those that the environment lists, without those that are missing, empty or named again", async () => {
    const source = memorySource({ "/a": config("a"), "/b": config("b") });
    source.env["ORCHCONFIG"] = "/a::/missing:/b:/a";
    expect((await loadConfig({ source })).files).toEqual(["/a", "/b"]);
  });

  test("else the one in the home directory, which need not be there", async () => {
    const source = memorySource({ "/home/ann/.orch/config": config("home") });
    expect((await loadConfig({ source })).files).toEqual(["/home/ann/.orch/config"]);
    expect((await loadConfig({ source: memorySource() })).files).toEqual([]);
  });

  test("the other vocabulary names variable and file as its clients do", async () => {
    const source = memorySource({ "/home/ann/.kube/config": config("home"), "/a": config("a") });
    expect((await loadConfig({ source, vocabulary: "kubernetes" })).files).toEqual(["/home/ann/.kube/config"]);
    source.env["KUBECONFIG"] = "/a";
    expect((await loadConfig({ source, vocabulary: "kubernetes" })).files).toEqual(["/a"]);
  });

  test("a list of more files than anybody has is refused", async () => {
    const source = memorySource();
    source.env["ORCHCONFIG"] = Array.from({ length: 201 }, (_, index) => `/${index}`).join(":");
    await expect(loadConfig({ source })).rejects.toThrow("ORCHCONFIG: names 201 files, which is more than 200");
  });

  test("a file that is there and cannot be read is an error, also in a list", async () => {
    const source = memorySource({ "/a": new Error("EACCES: permission denied"), "/b": config("b") });
    source.env["ORCHCONFIG"] = "/a:/b";
    await expect(loadConfig({ source })).rejects.toThrow("/a: cannot be read (EACCES: permission denied)");
  });
});

describe("several files make one configuration", () => {
  const first = `
current-context: one
clusters: [{ name: shared, cluster: { server: "https://first.test" } }]
contexts: [{ name: one, context: { cluster: shared, namespace: blue } }]
`;
  const second = `
current-context: two
clusters:
- { name: shared, cluster: { server: "https://second.test", tls-server-name: second } }
- { name: own, cluster: { server: "https://own.test" } }
contexts: [{ name: two, context: { cluster: own } }]
preferences: { colors: true }
extensions: [{ name: x, extension: [1] }]
`;

  test("the first current context counts, and of entries of one name the first with nothing of the others", async () => {
    const source = memorySource({ "/1": first, "/2": second });
    source.env["ORCHCONFIG"] = "/1:/2";
    const merged = await loadConfig({ source });
    expect(merged.currentContext).toBe("one");
    expect(merged.clusters.get("shared")).toMatchObject({ server: "https://first.test", tlsServerName: undefined });
    expect(merged.clusters.get("own")).toMatchObject({ server: "https://own.test", file: "/2" });
    expect([...merged.contexts.keys()].sort()).toEqual(["one", "two"]);
    expect(merged.preferences).toEqual({ colors: true });
    expect(merged.extensions).toEqual(new Map([["x", [1]]]));
  });

  test("an empty current context leaves it to the next file", async () => {
    const source = memorySource({ "/1": `current-context: ""`, "/2": second });
    source.env["ORCHCONFIG"] = "/1:/2";
    expect((await loadConfig({ source })).currentContext).toBe("two");
  });
});

test("paths are relative to the file in which they stand; a bare command is none", async () => {
  const text = `
clusters: [{ name: c, cluster: { certificate-authority: pki/ca.crt } }]
users:
- name: u
  user: { client-certificate: ../u.crt, client-key: /keys/u.key, tokenFile: token }
- { name: plugin, user: { exec: { command: ./bin/login } } }
- { name: bare, user: { exec: { command: login } } }
`;
  const { clusters, users } = await loadConfig({ source: memorySource({ "/conf/dir/c": text }), path: "/conf/dir/c" });
  expect(clusters.get("c")?.certificateAuthority).toBe("/conf/dir/pki/ca.crt");
  expect(users.get("u")).toMatchObject({
    clientCertificate: "/conf/u.crt",
    clientKey: "/keys/u.key",
    tokenFile: "/conf/dir/token",
  });
  expect(users.get("plugin")?.exec?.command).toBe("/conf/dir/bin/login");
  expect(users.get("bare")?.exec?.command).toBe("login");
});

test("JSON is read as YAML is", async () => {
  const json = JSON.stringify({ kind: "Config", apiVersion: "v1", "current-context": "a", clusters: null });
  const read = await loadConfig({ source: memorySource({ "/a.json": json }), path: "/a.json" });
  expect(read).toMatchObject({ currentContext: "a", clusters: new Map(), warnings: [] });
});

test("an empty file is a configuration with nothing in it", async () => {
  const read = await loadConfig({ source: memorySource({ "/a": "# nothing yet\n" }), path: "/a" });
  expect([read.files, read.currentContext, read.users.size]).toEqual([["/a"], undefined, 0]);
});

test("fields that mean nothing are told, and do no harm", async () => {
  const text = config("a", "colour: red").replace("server:", "tls-server-nam: x, server:");
  const read = await loadConfig({ source: memorySource({ "/a": text }), path: "/a" });
  expect(read.warnings).toEqual([
    "/a: clusters[a].cluster.tls-server-nam: is no field that is known here",
    "/a: colour: is no field that is known here",
  ]);
});

const faults: readonly (readonly [what: string, text: string, message: string])[] = [
  ["what is no YAML", "clusters: [", "/a: is neither YAML nor JSON: yaml: line 1: did not find expected node content"],
  ["a text", "hello", `/a: "hello": must hold a mapping of kind Config`],
  ["a list", "[1]", "/a: [1]: must hold a mapping of kind Config"],
  ["a key that stands there twice", "kind: Config\nkind: Config", `/a: line 2: key "kind" already set in map`],
  ["another kind", "kind: Pod", `/a: kind: "Pod": must be Config`],
  ["another version", "apiVersion: v2", `/a: apiVersion: "v2": must be v1`],
  ["clusters that are no list", "clusters: {}", "/a: clusters: {}: must be a list"],
  ["a cluster that is no mapping", "clusters: [x]", `/a: clusters[0]: "x": must be a mapping`],
  ["an entry without name", "users: [{ user: {} }]", "/a: users[0].name: must be a text that is not empty"],
  ["a name twice", "users: [{ name: a }, { name: a }]", `/a: users[1].name: "a": stands in the list twice`],
  [
    "a flag that is a text",
    `clusters: [{ name: c, cluster: { insecure-skip-tls-verify: "yes" } }]`,
    `/a: clusters[c].cluster.insecure-skip-tls-verify: "yes": must be true or false`,
  ],
  [
    "arguments that are no texts",
    "users: [{ name: u, user: { exec: { args: [1] } } }]",
    "/a: users[u].user.exec.args: [1]: must be a list of texts",
  ],
  [
    "extras that are no lists",
    "users: [{ name: u, user: { as-user-extra: { a: b } } }]",
    `/a: users[u].user.as-user-extra: {"a":"b"}: must be a mapping from texts to lists of texts`,
  ],
  [
    "a token that is a number, without showing it",
    "users: [{ name: u, user: { token: 12345 } }]",
    "/a: users[u].user.token: must be a text",
  ],
];

test.each(faults)("%s is refused with file, field, value and rule", async (_what, text, message) => {
  expect(await refusal({ "/a": text }, "/a")).toBe(message);
});

test("everything that is wrong with a file is told at once", async () => {
  expect(await refusal({ "/a": "kind: Pod\ncurrent-context: 5" }, "/a")).toBe(
    `/a: kind: "Pod": must be Config\n/a: current-context: 5: must be a text`,
  );
});

test("a file that is nested deeper than any configuration is refused", async () => {
  const text = `preferences: ${"[".repeat(200)}${"]".repeat(200)}`;
  expect(await refusal({ "/a": text }, "/a")).toContain("/a: is neither YAML nor JSON: ");
});
