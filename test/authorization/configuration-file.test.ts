import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { StartupError } from "../../src/app/machine/startup-error.ts";
import { UsersServer } from "./users-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const policy = JSON.stringify({
  apiVersion: "abac.authorization.orch.io/v1beta1",
  kind: "Policy",
  spec: { user: "alice", namespace: "*", resource: "*", apiGroup: "*" },
});

/** Returns the text of a configuration. @param types types without settings, or whole authorizers */
function configuration(types: readonly (string | object)[], version = "v1"): string {
  const authorizers = types.map((type) => (typeof type === "string" ? { type, name: type.toLowerCase() } : type));
  return JSON.stringify({
    apiVersion: `apiserver.config.orch.io/${version}`,
    kind: "AuthorizationConfiguration",
    authorizers,
  });
}

let running: UsersServer | undefined;

async function start(text: string): Promise<UsersServer> {
  const flags = ["--authorization-config={configuration}", "--authorization-policy-file={policies}"];
  running = await UsersServer.start({ flags, files: { configuration: text, policies: policy } });
  return running;
}

afterEach(async () => {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
});

/** Lets the server look at the file for some seconds. */
async function pass(server: UsersServer, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await server.server.clock.advance(1_000);
    await nextTurn();
  }
}

/** Returns the number of reloads with a status. */
async function reloads(server: UsersServer, status: "success" | "failure"): Promise<number> {
  const name = "apiserver_authorization_config_controller_automatic_reloads_total";
  return (await server.metric(`${name}{status="${status}",apiserver_id_hash=""}`)) ?? 0;
}

async function statuses(server: UsersServer): Promise<readonly number[]> {
  return await Promise.all(["alice", "bob"].map((user) => server.statusFor(user, maps)));
}

test.each(["v1", "v1beta1", "v1alpha1"])("a file of version %s describes the authorizers [WHZ-07]", async (version) => {
  const server = await start(configuration(["ABAC"], version));
  expect(await statuses(server)).toEqual([200, 403]);
  expect((await server.request("bob", maps)).json.message).toMatch(/: No policy matched\.$/);
});

test("the types of a file are called in its order, under their names in the metrics [WHZ-08] [WHZ-09] [AUTHZ-16]", async () => {
  const server = await start(configuration(["AlwaysDeny", "RBAC", "ABAC", "AlwaysAllow"]));
  expect(await statuses(server)).toEqual([200, 200]);
  const decisions = "apiserver_authorization_decisions_total";
  expect(await server.metric(`${decisions}{type="ABAC",name="abac",decision="allowed"}`)).toBe(1);
  expect(await server.metric(`${decisions}{type="AlwaysAllow",name="alwaysallow",decision="allowed"}`)).toBe(1);
});

/** A complete webhook whose client configuration file exists. Its content is not read if other faults stop the server. */
const webhook = {
  timeout: "3s",
  subjectAccessReviewVersion: "v1",
  matchConditionSubjectAccessReviewVersion: "v1",
  failurePolicy: "Deny",
  connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/etc/passwd" },
};

function webhookWith(changes: object): string {
  return configuration([{ type: "Webhook", name: "hook", webhook: { ...webhook, ...changes } }]);
}

test.each([
  [
    "an unknown version [WHZ-27]",
    configuration(["RBAC"], "v2"),
    /no kind "AuthorizationConfiguration" is registered for version "apiserver\.config\.orch\.io\/v2"/,
  ],
  [
    "an unknown field",
    configuration([{ type: "RBAC", name: "rbac", more: 1 }]),
    /strict decoding error: unknown field "authorizers\[0\]\.more"$/,
  ],
  [
    "no authorizers",
    configuration([]),
    /authorizers: Required value: at least one authorization mode must be defined$/,
  ],
  [
    "an unknown type [WHZ-08]",
    configuration([{ type: "Magic", name: "magic" }]),
    /authorizers\[0\]\.type: Unsupported value: "Magic": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"$/,
  ],
  ["no name [WHZ-09]", configuration([{ type: "RBAC" }]), /authorizers\[0\]\.name: Required value$/],
  [
    "another name of RBAC",
    configuration([{ type: "RBAC", name: "roles" }]),
    /expected name rbac for authorizer RBAC instead of roles$/,
  ],
  ["RBAC twice", configuration(["RBAC", "RBAC"]), /authorizers\[1\]\.type: Duplicate value: "RBAC"$/],
  ["no time limit [WHZ-12]", webhookWith({ timeout: undefined }), /authorizers\[0\]\.timeout: Required value$/],
  [
    "a time limit of 31s [WHZ-12]",
    webhookWith({ timeout: "31s" }),
    /authorizers\[0\]\.timeout: Invalid value: "31s": must be > 0s and <= 30s$/,
  ],
  [
    "a negative lifetime [WHZ-10]",
    webhookWith({ authorizedTTL: "-1s" }),
    /authorizers\[0\]\.authorizedTTL: Invalid value: "-1s": must be > 0s$/,
  ],
  [
    "a negative lifetime of refusals [WHZ-11]",
    webhookWith({ unauthorizedTTL: "-1s" }),
    /authorizers\[0\]\.unauthorizedTTL: Invalid value: "-1s": must be > 0s$/,
  ],
  [
    "no review version [WHZ-13]",
    webhookWith({ subjectAccessReviewVersion: undefined }),
    /authorizers\[0\]\.subjectAccessReviewVersion: Required value$/,
  ],
  [
    "conditions without version [WHZ-14]",
    webhookWith({ matchConditionSubjectAccessReviewVersion: "", matchConditions: [{ expression: "true" }] }),
    /matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified$/,
  ],
  [
    "conditions of another version [WHZ-14]",
    webhookWith({ matchConditionSubjectAccessReviewVersion: "v1beta1" }),
    /matchConditionSubjectAccessReviewVersion: Unsupported value: "v1beta1": supported values: "v1"$/,
  ],
  [
    "no failure policy [WHZ-15]",
    webhookWith({ failurePolicy: "" }),
    /authorizers\[0\]\.failurePolicy: Required value$/,
  ],
  [
    "a missing connection file [WHZ-17]",
    webhookWith({ connectionInfo: { type: "KubeConfigFile" } }),
    /connectionInfo\.kubeConfigFile: Required value$/,
  ],
  [
    "a connection file that does not exist [WHZ-17]",
    webhookWith({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/no/file" } }),
    /kubeConfigFile: Invalid value: "\/no\/file": error loading file: stat \/no\/file: no such file or directory$/,
  ],
  [
    "the connection of a cluster [WHZ-18]",
    webhookWith({ connectionInfo: { type: "InClusterConfig" } }),
    /connectionInfo\.type: Forbidden: InClusterConfig is not allowed for an API server; use KubeConfigFile$/,
  ],
  [
    "65 conditions [WHZ-20]",
    webhookWith({ matchConditions: Array.from({ length: 65 }, (_, index) => ({ expression: `${index} > 0` })) }),
    /matchConditions: Too many: 65: must have at most 64 items$/,
  ],
])("a file with %s stops the start", async (_, text, message) => {
  const error = await start(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toMatch(message);
});

test("a file that does not exist stops the start", async () => {
  const flags = ["--authorization-config=/no/file"];
  await expect(UsersServer.start({ flags })).rejects.toThrow("--authorization-config: file /no/file does not exist");
});

test("the type ABAC needs a policy file", async () => {
  const files = { configuration: configuration(["ABAC"]) };
  await expect(UsersServer.start({ flags: ["--authorization-config={configuration}"], files })).rejects.toThrow(
    "the authorizer type ABAC requires --authorization-policy-file",
  );
});

test("a changed file takes effect without a restart, and is counted [WHZ-24]", async () => {
  const server = await start(configuration(["RBAC"]));
  expect(await statuses(server)).toEqual([403, 403]);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([1, 0]);
  server.write("configuration", configuration(["RBAC", "AlwaysAllow"]));
  await pass(server, 2);
  expect(await statuses(server)).toEqual([200, 200]);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([2, 0]);
  const name = "apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds";
  expect(await server.metric(`${name}{status="success",apiserver_id_hash=""}`)).toBeGreaterThan(0);
});

test("a file with the same authorizers in another form is not counted as a reload", async () => {
  const server = await start(configuration(["RBAC"]));
  server.write("configuration", `${configuration(["RBAC"], "v1beta1")}\n`);
  await pass(server, 2);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([1, 0]);
});

test("a reload may change the order of Node and RBAC [WHZ-25]", async () => {
  const server = await start(configuration(["Node", "RBAC"]));
  server.write("configuration", configuration(["RBAC", "AlwaysDeny", "Node"]));
  await pass(server, 2);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([2, 0]);
  expect((await server.request("bob", maps)).json.message).toMatch(/Everything is forbidden\.$/);
});

test.each([
  ["lacks RBAC", ["AlwaysAllow"]],
  ["adds Node", ["RBAC", "Node", "AlwaysAllow"]],
  ["adds ABAC", ["RBAC", "ABAC", "AlwaysAllow"]],
  ["has an unknown type", ["RBAC", "Magic"]],
])("a new file that %s is rejected, and the old one remains in force [WHZ-25]", async (_, types) => {
  const server = await start(configuration(["RBAC"]));
  server.write("configuration", configuration(types));
  await pass(server, 70);
  expect(await statuses(server)).toEqual([403, 403]);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([1, 1]);
});

test("a half-written file changes nothing, and the complete one takes effect", async () => {
  const server = await start(configuration(["RBAC"]));
  const complete = configuration(["RBAC", "AlwaysAllow"]);
  server.write("configuration", complete.slice(0, -20));
  await pass(server, 2);
  expect(await statuses(server)).toEqual([403, 403]);
  server.write("configuration", complete);
  await pass(server, 2);
  expect(await statuses(server)).toEqual([200, 200]);
  expect([await reloads(server, "success"), await reloads(server, "failure")]).toEqual([2, 1]);
});

test("two servers with the same file decide alike [WHZ-26]", async () => {
  const server = await start(configuration(["ABAC"]));
  const files = { configuration: configuration(["ABAC"]), policies: policy };
  const flags = ["--authorization-config={configuration}", "--authorization-policy-file={policies}"];
  await using other = await UsersServer.start({ flags, files });
  expect(await statuses(other)).toEqual(await statuses(server));
});
