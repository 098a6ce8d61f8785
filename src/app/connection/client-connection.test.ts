import { describe, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { memorySource } from "../../client/config/testing/memory-source.ts";
import { findClientConfiguration } from "./client-connection.ts";

const config = (name: string, user = "{ token: abc }"): string => `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://${name}.test" } }]
users: [{ name: u, user: ${user} }]
contexts: [{ name: here, context: { cluster: c, user: u, namespace: ${name} } }, { name: other, context: { cluster: c } }]
current-context: here
`;

const local = "/project/.orch/admin.kubeconfig";

async function find(files: Record<string, string>, options: object = {}, env: Record<string, string> = {}) {
  const source = memorySource(files);
  Object.assign(source.env, env);
  const runner = { noTerminal: "a test asks nobody", run: () => Promise.reject(new Error("nothing is run")) };
  const found = await findClientConfiguration({
    source,
    runner,
    clock: systemClock,
    vocabulary: "orch",
    path: undefined,
    context: undefined,
    ...options,
  });
  return { server: found.config.server.href, namespace: found.config.namespace, origin: found.origin };
}

describe("the configuration of a command", () => {
  const all = {
    "/named": config("named"),
    "/listed": config("listed"),
    "/home/ann/.orch/config": config("home"),
    [local]: config("local"),
  };

  test.each<[string, object, Record<string, string>, Record<string, string>, string, string]>([
    ["the file that --kubeconfig names", { path: "/named" }, all, { ORCHCONFIG: "/listed" }, "named", "/named"],
    ["the files that the environment lists", {}, all, { ORCHCONFIG: "/listed" }, "listed", "/listed"],
    ["the file in the home directory", {}, all, {}, "home", "/home/ann/.orch/config"],
    [
      "the file that a server has created in the current folder",
      {},
      { [local]: config("local") },
      {},
      "local",
      "./.orch/admin.kubeconfig",
    ],
    [
      "another file in the current folder, if the command requests it",
      { localFile: "./.orch/controller-manager.kubeconfig" },
      { [local]: config("local"), "/project/.orch/controller-manager.kubeconfig": config("manager") },
      {},
      "manager",
      "./.orch/controller-manager.kubeconfig",
    ],
    [
      "that file also in the vocabulary kubernetes",
      { vocabulary: "kubernetes" },
      { [local]: config("local"), "/home/ann/.orch/config": "x" },
      {},
      "local",
      "./.orch/admin.kubeconfig",
    ],
  ])("the client configuration of a command is %s", async (_, options, files, env, name, origin) => {
    expect(await find(files, options, env)).toEqual({ server: `https://${name}.test/`, namespace: name, origin });
  });

  test("a client configuration is read with the requested context", async () => {
    expect((await find(all, { path: "/named", context: "other" })).namespace).toBe("default");
    await expect(find(all, { path: "/named", context: "third" })).rejects.toThrow(
      '"third" is not among contexts (here, other)',
    );
  });

  test("without a configuration, the error names the searched places and the next step", async () => {
    await expect(find({})).rejects.toThrow(
      "no server is configured: ORCHCONFIG is not set, and neither /home/ann/.orch/config nor " +
        "./.orch/admin.kubeconfig exists.\n`orch up` starts a server and writes <data-dir>/admin.kubeconfig; then run " +
        "commands in the folder where it was started, or name the file with --kubeconfig=FILE or ORCHCONFIG=FILE.",
    );
  });

  test("a configuration in this folder is not used if a missing file is named", async () => {
    await expect(find(all, {}, { ORCHCONFIG: "/none" })).rejects.toThrow(
      "no server is configured: ORCHCONFIG names /none, but no such file exists.",
    );
    await expect(find(all, { path: "/none" })).rejects.toThrow("/none: there is no such file");
  });

  test.each([
    "{ exec: { command: evil, apiVersion: x } }",
    "{ tokenFile: /etc/secret }",
    "{ client-certificate: a, client-key: b }",
  ])("a configuration in this folder may not name other files or programs: %s", async (user) => {
    await expect(find({ [local]: config("local", user) })).rejects.toThrow(
      "./.orch/admin.kubeconfig: users[u].user names a program or a file, which is only allowed in a configuration that is " +
        "named explicitly; if you trust it, use --kubeconfig=./.orch/admin.kubeconfig",
    );
  });
});
