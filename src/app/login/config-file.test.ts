import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadYaml } from "@kubernetes/client-node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { machineSource } from "../connection/machine-source.ts";
import { addLoginUser, type ConfigChange } from "./config-file.ts";

const { signal } = new AbortController();
const exec = { apiVersion: "client.authentication.orch.io/v1", command: "orch", interactiveMode: "IfAvailable" };

let folder: TemporaryDirectory;
beforeEach(() => {
  folder = new TemporaryDirectory();
});
afterEach(() => folder[Symbol.dispose]());

const at = (name: string): string => join(folder.path, name);

function add(change: Partial<ConfigChange> = {}, env: Record<string, string> = {}) {
  const source = { readFile: machineSource.readFile, env, cwd: folder.path, homeDir: at("home") };
  return addLoginUser(
    { path: undefined, context: undefined, vocabulary: "orch", userName: "oidc", exec, ...change },
    { source, clock: systemClock, signal },
  );
}

const file = `# a comment
apiVersion: v1
kind: Config
extra: {kept: 12345678901234567890}
clusters:
- {name: one, cluster: {server: "https://one.test"}}
- {name: two, cluster: {server: "https://two.test"}}
users:
- {name: oidc, user: {token: old}}
- {name: admin, user: {token: secret}}
contexts:
- {name: first, context: {cluster: one, user: admin, namespace: shop}}
- {name: second, context: {cluster: two, user: admin}}
current-context: first
`;

test("the user replaces one with its name, its context becomes the current one, and all others stay", async () => {
  writeFileSync(at("config"), file);
  chmodSync(at("config"), 0o640);
  expect(await add({ path: "config" })).toEqual([
    `${at("config")}: wrote the user "oidc" and the context "oidc@one", which is now the current context`,
    'the context before was "first"; use it with --context=first',
  ]);
  const text = readFileSync(at("config"), "utf8");
  expect(loadYaml(text)).toMatchObject({
    apiVersion: "v1",
    users: [
      { name: "oidc", user: { exec } },
      { name: "admin", user: { token: "secret" } },
    ],
    contexts: [
      { name: "first" },
      { name: "second" },
      { name: "oidc@one", context: { cluster: "one", user: "oidc", namespace: "shop" } },
    ],
    "current-context": "oidc@one",
  });
  expect(text).not.toContain("old");
  expect(text).toContain("kept: 12345678901234567890}\n");
  expect(statSync(at("config")).mode & 0o777).toBe(0o640);
});

test("comments and the order of entries stay", async () => {
  const commented = file.replace("users:", "# people\nusers: # all").replace("first\n", "first # mine\n");
  writeFileSync(at("config"), commented);
  await add({ path: "config", userName: "ann" });
  const text = readFileSync(at("config"), "utf8");
  const lines = text.split("\n");
  expect(commented.split("\n").filter((line) => !lines.includes(line))).toEqual(["current-context: first # mine"]);
  expect(text).toContain("current-context: ann@one # mine\n");
});

test("--context selects the cluster, and a second login changes nothing", async () => {
  writeFileSync(at("config"), file);
  await add({ path: "config", context: "second", userName: "ann" });
  const once = readFileSync(at("config"), "utf8");
  expect(loadYaml(once)).toMatchObject({ "current-context": "ann@two" });
  expect(await add({ path: "config", userName: "ann" })).toHaveLength(1);
  expect(readFileSync(at("config"), "utf8")).toBe(once);
});

test("of several files, the one that names the current context is changed, behind its symbolic link", async () => {
  writeFileSync(at("clusters"), file.replace("current-context: first\n", ""));
  writeFileSync(at("target"), "current-context: first\n");
  symlinkSync(at("target"), at("current"));
  const [line] = await add({}, { ORCHCONFIG: `${at("clusters")}:${at("current")}` });
  expect(line).toMatch(new RegExp(`^${at("current")}: wrote`));
  expect(loadYaml(readFileSync(at("target"), "utf8"))).toMatchObject({
    users: [{ name: "oidc" }],
    "current-context": "oidc@one",
  });
  expect(readFileSync(at("clusters"), "utf8")).not.toContain("exec");
});

test("without a configuration, nothing is written and the output names the flag", async () => {
  expect(await add()).toEqual([
    "no client configuration was changed, because none exists; name one with --kubeconfig=FILE",
  ]);
});

test("a damaged configuration is reported and stays as it is", async () => {
  writeFileSync(at("config"), "users: [");
  await expect(add({ path: "config" })).rejects.toThrow("is neither YAML nor JSON");
  expect(readFileSync(at("config"), "utf8")).toBe("users: [");
});
