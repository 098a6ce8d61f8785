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

describe("the files of a configuration", () => {
  test("loadConfig() reads only the file of the path option, relative to the current folder", async () => {
    const source = memorySource({ "/project/a.yaml": config("a"), "/home/ann/.orch/config": config("home") });
    source.env["ORCHCONFIG"] = "/home/ann/.orch/config";
    const { files, clusters } = await loadConfig({ source, path: "a.yaml" });
    expect(files).toEqual(["/project/a.yaml"]);
    expect([...clusters.keys()]).toEqual(["a"]);
  });

  test("loadConfig() throws if the file of the path option does not exist", async () => {
    expect(await refusal({}, "missing")).toBe("/project/missing: there is no such file");
  });

  test("loadConfig() reads the files of the environment variable, without missing, empty and repeated ones", async () => {
    const source = memorySource({ "/a": config("a"), "/b": config("b") });
    source.env["ORCHCONFIG"] = "/a::/missing:/b:/a";
    expect((await loadConfig({ source })).files).toEqual(["/a", "/b"]);
  });

  test("without the variable, loadConfig() reads the file in the home directory, if it exists", async () => {
    const source = memorySource({ "/home/ann/.orch/config": config("home") });
    expect((await loadConfig({ source })).files).toEqual(["/home/ann/.orch/config"]);
    expect((await loadConfig({ source: memorySource() })).files).toEqual([]);
  });

  test("loadConfig() uses the variable and the file of the kubernetes vocabulary", async () => {
    const source = memorySource({ "/home/ann/.kube/config": config("home"), "/a": config("a") });
    expect((await loadConfig({ source, vocabulary: "kubernetes" })).files).toEqual(["/home/ann/.kube/config"]);
    source.env["KUBECONFIG"] = "/a";
    expect((await loadConfig({ source, vocabulary: "kubernetes" })).files).toEqual(["/a"]);
  });

  test("loadConfig() rejects a variable with more than 200 files", async () => {
    const source = memorySource();
    source.env["ORCHCONFIG"] = Array.from({ length: 201 }, (_, index) => `/${index}`).join(":");
    await expect(loadConfig({ source })).rejects.toThrow("ORCHCONFIG: names 201 files, which is more than 200");
  });

  test("loadConfig() throws if an existing file cannot be read", async () => {
    const source = memorySource({ "/a": new Error("EACCES: permission denied"), "/b": config("b") });
    source.env["ORCHCONFIG"] = "/a:/b";
    await expect(loadConfig({ source })).rejects.toThrow("/a: cannot be read (EACCES: permission denied)");
  });
});

describe("configurations of several files", () => {
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

  test("the first current context takes precedence, and entries with the same name are taken whole from the first file", async () => {
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

  test("an empty current context is overridden by the next file", async () => {
    const source = memorySource({ "/1": `current-context: ""`, "/2": second });
    source.env["ORCHCONFIG"] = "/1:/2";
    expect((await loadConfig({ source })).currentContext).toBe("two");
  });
});

test("relative paths are resolved against the folder of their file, except commands without a slash", async () => {
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

test("loadConfig() reads JSON", async () => {
  const json = JSON.stringify({ kind: "Config", apiVersion: "v1", "current-context": "a", clusters: null });
  const read = await loadConfig({ source: memorySource({ "/a.json": json }), path: "/a.json" });
  expect(read).toMatchObject({ currentContext: "a", clusters: new Map(), warnings: [] });
});

test("an empty file is an empty configuration", async () => {
  const read = await loadConfig({ source: memorySource({ "/a": "# nothing yet\n" }), path: "/a" });
  expect([read.files, read.currentContext, read.users.size]).toEqual([["/a"], undefined, 0]);
});

test("unknown fields cause warnings, not errors", async () => {
  const text = config("a", "colour: red").replace("server:", "tls-server-nam: x, server:");
  const read = await loadConfig({ source: memorySource({ "/a": text }), path: "/a" });
  expect(read.warnings).toEqual([
    "/a: clusters[a].cluster.tls-server-nam: is an unknown field",
    "/a: colour: is an unknown field",
  ]);
});

const faults: readonly (readonly [what: string, text: string, message: string])[] = [
  ["invalid YAML", "clusters: [", "/a: is neither YAML nor JSON: yaml: line 1: did not find expected node content"],
  ["a text", "hello", "/a: must hold a mapping of kind Config, not a text"],
  ["a list", "[1]", "/a: must hold a mapping of kind Config, not a list"],
  ["a duplicate key", "kind: Config\nkind: Config", `/a: line 2: key "kind" already set in map`],
  ["another kind", "kind: Pod", `/a: kind: "Pod": must be Config`],
  ["another version", "apiVersion: v2", `/a: apiVersion: "v2": must be v1`],
  ["clusters that are not a list", "clusters: {}", "/a: clusters: must be a list, not a mapping"],
  ["a cluster that is not a mapping", "clusters: [x]", "/a: clusters[0]: must be a mapping, not a text"],
  ["an entry without name", "users: [{ user: {} }]", "/a: users[0].name: must be a string that is not empty"],
  ["a name twice", "users: [{ name: a }, { name: a }]", `/a: users[1].name: "a": is in the list twice`],
  [
    "a flag that is a text",
    `clusters: [{ name: c, cluster: { insecure-skip-tls-verify: "yes" } }]`,
    "/a: clusters[c].cluster.insecure-skip-tls-verify: must be true or false, not a text",
  ],
  [
    "arguments that are not strings",
    "users: [{ name: u, user: { exec: { args: [1] } } }]",
    "/a: users[u].user.exec.args: must be a list of texts",
  ],
  [
    "extras that are not lists",
    "users: [{ name: u, user: { as-user-extra: { a: b } } }]",
    "/a: users[u].user.as-user-extra: must be a mapping from texts to lists of texts",
  ],
  [
    "a token that is a number, without showing it",
    "users: [{ name: u, user: { token: 12345 } }]",
    "/a: users[u].user.token: must be a text, not a number",
  ],
  ["a name that is a mapping", "users: [{ name: { a: b } }]", "/a: users[0].name: must be a text, not a mapping"],
  ["a flag in a list", "kind: [true]", "/a: kind: must be a text, not a list"],
  ["a flag as a name", "current-context: true", "/a: current-context: must be a text, not true or false"],
];

test.each(faults)("loadConfig() rejects %s with file, field, value and rule", async (_what, text, message) => {
  expect(await refusal({ "/a": text }, "/a")).toBe(message);
});

test.each([
  ["a file with static tokens", 'SECRET,ann,1,"dev,ops"\n'],
  ["entries that are texts", "clusters: SECRET\nusers: [SECRET]\ncontexts: [{ name: [SECRET] }]"],
  ["a user that is a text", "users: [{ name: u, user: SECRET }]"],
  ["a text instead of arguments of a plugin", "users: [{ name: u, user: { exec: { args: SECRET, env: [SECRET] } } }]"],
  ["a list instead of a password", "users: [{ name: u, user: { password: [SECRET], tokenFile: { a: SECRET } } }]"],
])("loadConfig() rejects %s without showing values of wrong types", async (_what, text) => {
  expect(await refusal({ "/a": text }, "/a")).not.toContain("SECRET");
});

test("loadConfig() reports all problems of a file at once", async () => {
  expect(await refusal({ "/a": "kind: Pod\ncurrent-context: 5" }, "/a")).toBe(
    `/a: kind: "Pod": must be Config\n/a: current-context: must be a text, not a number`,
  );
});

test("loadConfig() rejects a file that is nested too deeply", async () => {
  const text = `preferences: ${"[".repeat(200)}${"]".repeat(200)}`;
  expect(await refusal({ "/a": text }, "/a")).toContain("/a: is neither YAML nor JSON: ");
});
