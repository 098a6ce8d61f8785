/** The commands that connect to a server: built programs in separate processes, over TLS to a built server. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { type CommandEnvironment, type EndedCommand, OrchCommand, runOrch } from "./support/orch-command.ts";
import { buildProgram, OrchProcess } from "./support/orch-process.ts";

const folder = new TemporaryDirectory();
const at = (name: string): string => join(folder.path, name);
let server: OrchProcess;

beforeAll(async () => {
  await buildProgram();
  server = new OrchProcess(["up", "--secure-port=0", `--data-dir=${at(".orch")}`]);
  await server.waitUntilReady();
}, 120_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function orch(line: string, environment: Partial<CommandEnvironment> = {}): Promise<EndedCommand> {
  const args = line.split(" ").filter((word) => word !== "");
  return runOrch(args, { cwd: folder.path, ...environment });
}

async function outputOf(line: string, environment: Partial<CommandEnvironment> = {}): Promise<string> {
  const { code, stdout, stderr } = await orch(line, environment);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

const manifest = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: "nginx:1.27"}
`;

test("in the folder where a server was started, commands from apply to delete need no configuration", async () => {
  writeFileSync(at("shop.yaml"), manifest);
  expect(await outputOf("apply -f shop.yaml")).toBe("namespace/shop created\ndeployment.apps/web created\n");
  expect(await outputOf("get deploy -n shop")).toMatch(
    /^NAME {3}READY {3}UP-TO-DATE {3}AVAILABLE {3}AGE\nweb {4}0\/2 {5}0 {12}0 {11}\d+s\n$/,
  );
  expect(await outputOf("get deploy/web -n shop -o yaml")).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\n/);
  expect(await outputOf("label deploy web tier=front -n shop")).toBe("deployment.apps/web labeled\n");
  const patched = await outputOf("patch deploy web -n shop --type=merge --patch-file=-", {
    stdin: "spec: {replicas: 3}",
  });
  expect(patched).toBe("deployment.apps/web patched\n");
  expect(await outputOf("owners deploy web -n shop")).toMatch(/ replicas: 3 +# orch, update, /);
  const { code, stdout } = await orch("diff -f -", { stdin: manifest.replace("1.27", "1.28") });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  const forced = await orch("diff -f - --force-conflicts", { stdin: manifest.replace("1.27", "1.28") });
  expect(forced.code).toBe(1);
  expect(forced.stdout).toContain("-  replicas: 3\n+  replicas: 2\n");
  expect(await outputOf("create cm settings -n shop")).toBe("configmap/settings created\n");
  expect(await outputOf("explain deploy.spec.paused")).toMatch(/^Deployment\.spec\.paused <boolean> {3}in apps\/v1\n/);
  expect(await outputOf("api-resources --api-group=batch -o name")).toBe("cronjobs.batch\njobs.batch\n");
  expect(await outputOf("delete deploy/web cm/settings -n shop")).toBe(
    "deployment.apps/web deleted\nconfigmap/settings deleted\n",
  );
  expect(await orch("get deploy,svc -n shop")).toEqual({
    code: 0,
    stdout: "",
    stderr: "there are no deployments, services in namespace shop\n",
  });
  expect(await outputOf("delete ns shop")).toBe("namespace/shop deleted\n");
});

describe("the configuration", () => {
  test("a flag, the environment or ./.orch/config selects the configuration, from any folder", async () => {
    using elsewhere = new TemporaryDirectory();
    const cwd = elsewhere.path;
    const none = await orch("get ns", { cwd });
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(
      /^orch get: no server is configured: ORCHCONFIG is not set, and neither .*\n`orch up` starts a server/,
    );
    const file = at(".orch/admin.kubeconfig");
    expect(await outputOf(`get ns default -o name --kubeconfig=${file}`, { cwd })).toBe("namespace/default\n");
    expect(await outputOf("get ns default -o name", { cwd, env: { ORCHCONFIG: file } })).toBe("namespace/default\n");
    expect(await outputOf("get ns default -o name --vocabulary=kubernetes", { cwd, env: { KUBECONFIG: file } })).toBe(
      "namespace/default\n",
    );
    mkdirSync(join(cwd, ".orch"));
    copyFileSync(file, join(cwd, ".orch/config"));
    expect(await outputOf("get ns default -o name", { cwd })).toBe("namespace/default\n");
  });

  test.each([
    ["apply", "manifests are required: -f FILE, -f FOLDER, or -f - for standard input"],
    ["diff", "manifests are required: -f FILE, -f FOLDER, or -f - for standard input"],
    ["create", "manifests are required: -f FILE, -f FOLDER, or -f - for standard input"],
    ["apply a.yaml", "manifests are selected by -f; remove a.yaml, or write -f a.yaml"],
    ["apply -f a.yaml --prune", "--prune requires the name of the set"],
    ["create cm a -f a.yaml", "-f selects what is created; remove cm a"],
    ["delete", "a type is required"],
    ["delete pods", "which pods? a name, -l LABELS or --all is required"],
    ["delete pod a --now --grace-period=3", "--now means --grace-period=1; set only one of them"],
    ["get", "a type is required"],
    ["get pods -f a.yaml", "-f selects the objects; remove pods"],
    ["get pods --sort-by=a{b", "--sort-by: "],
    ["watch", "a type is required"],
    ["label pods a=b", "which pods? a name, -l LABELS or --all is required"],
    ["label pod a", "labels are required: NAME=VALUE sets one"],
    ["patch pod a", "a patch is required: -p PATCH or --patch-file=FILE"],
    ["patch pods -p {}", "an object is required: TYPE NAME or TYPE/NAME"],
    ["owners pods", "an object is required: TYPE NAME or TYPE/NAME"],
    ["explain", "one type or field is required"],
    ["get pods --no-such-flag", "--no-such-flag"],
  ])("orch %s exits with 2, with or without a server", async (line, message) => {
    using elsewhere = new TemporaryDirectory();
    for (const cwd of [at("."), elsewhere.path]) {
      const { code, stdout, stderr } = await orch(line, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(message);
    }
  });

  test("a command names the address and suggests `orch up` if the server does not accept connections", async () => {
    const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8").replace(/127\.0\.0\.1:\d+/, "127.0.0.1:1");
    writeFileSync(at("gone.kubeconfig"), text);
    const { code, stderr } = await orch("get ns --kubeconfig=gone.kubeconfig");
    expect(code).toBe(1);
    expect(stderr).toBe(
      "orch get: no connection to https://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1\n" +
        `check that the server is running, and that ${at("gone.kubeconfig")} is its configuration; \`orch up\` starts a server\n`,
    );
    expect((await orch("diff -f shop.yaml --kubeconfig=gone.kubeconfig")).code).toBe(2);
  });

  test("a command that the server rejects for its credentials names the unknown fields of its configuration", async () => {
    const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8");
    writeFileSync(at("misspelled.kubeconfig"), text.replaceAll(/client-(\w+)-data/g, "$1-data"));
    const failed = await orch("get ns --kubeconfig=misspelled.kubeconfig");
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(
      `warning: ${at("misspelled.kubeconfig")}: users[admin].user.certificate-data: is an unknown field\n`,
    );
    writeFileSync(at("extended.kubeconfig"), text.replace(/^( +)client-certificate-data:/m, "$1vendor: x\n$&"));
    expect(await orch("get ns default -o name --kubeconfig=extended.kubeconfig")).toEqual({
      code: 0,
      stdout: "namespace/default\n",
      stderr: "",
    });
  });

  test("a command names the proxy that cannot be used", async () => {
    const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8");
    const [, url = ""] = /server: "(\S+)"/.exec(text) ?? [];
    writeFileSync(at("proxy.kubeconfig"), text.replace(/( +)server: /, "$1proxy-url: http://127.0.0.1:1\n$&"));
    const { stderr } = await orch("get ns --kubeconfig=proxy.kubeconfig");
    expect(stderr).toBe(
      `orch get: no connection to ${url} through http://127.0.0.1:1: ` +
        "the proxy http://127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1\n" +
        `check that the server and the proxy are running, and that ${at("proxy.kubeconfig")} is its configuration; ` +
        "`orch up` starts a server\n",
    );
  });

  test("a command shows the beginning of a response that is not JSON", async () => {
    const pages = createServer((_request, response) => response.end("<html>log in</html>"));
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8").replace(/https:\/\/127\.0\.0\.1:\d+/, url);
    writeFileSync(at("pages.kubeconfig"), text.replace(/^ +certificate-authority-data: .*\n/m, ""));
    const { code, stderr } = await orch("get ns --kubeconfig=pages.kubeconfig");
    expect(code).toBe(1);
    expect(stderr).toBe(`orch get: ${url}: the response is not JSON: <html>log in</html>\n`);
    await new Promise((resolve) => pages.close(resolve));
  });

  test("orch get reports a certificate mismatch when the kubeconfig belongs to another server", async () => {
    using elsewhere = new TemporaryDirectory();
    await using other = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${elsewhere.path}`]);
    const url = await other.waitUntilReady();
    const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8").replace(/https:\/\/127\.0\.0\.1:\d+/, url);
    writeFileSync(at("other.kubeconfig"), text);
    const { stderr } = await orch("get ns --kubeconfig=other.kubeconfig");
    expect(stderr).toContain("the server's certificate does not match ");
  });
});

test("a command without credentials prints the server's error and exits with 1", async () => {
  const text = readFileSync(at(".orch/admin.kubeconfig"), "utf8").replace(/^ {6}client-.*\n/gm, "");
  writeFileSync(at("nobody.kubeconfig"), text.replace("    user:\n", "    user: {}\n"));
  const { code, stderr } = await orch("get ns --kubeconfig=nobody.kubeconfig");
  expect(code).toBe(1);
  expect(stderr).toMatch(/forbidden|Unauthorized/);
});

test("orch get prints warnings of the server on standard error", async () => {
  const { code, stderr } = await orch("get componentstatuses");
  expect(code).toBe(0);
  expect(stderr).toContain("warning: v1 ComponentStatus is deprecated in v1.19+\n");
});

test("orch get with an unknown format exits with 2, and an unknown command suggests a similar one", async () => {
  expect(await orch("get pods -o xml")).toMatchObject({ code: 2, stdout: "" });
  expect(await orch("gett pods")).toMatchObject({ code: 2, stderr: expect.stringContaining("did you mean get?") });
});

test("orch watch continues after a restart of the server, and exits with 130 when it is interrupted", async () => {
  const dataDir = at("restarted");
  const start = (port: string): OrchProcess =>
    new OrchProcess(["apiserver", `--secure-port=${port}`, `--data-dir=${dataDir}`]);
  await using first = start("0");
  const { port } = new URL(await first.waitUntilReady());
  const environment = { cwd: folder.path, env: { ORCHCONFIG: join(dataDir, "admin.kubeconfig") } };
  const watch = new OrchCommand(["watch", "cm"], environment);
  await runOrch(["create", "cm", "one"], environment);
  await watch.waitForOutput("one ");
  first.signal("SIGTERM");
  await first.waitForExit();
  await using second = start(port);
  await second.waitUntilReady();
  await runOrch(["create", "cm", "two"], environment);
  await watch.waitForOutput("two ");
  watch.interrupt();
  const { code, stdout } = await watch.waitForEnd();
  expect(code).toBe(130);
  expect(stdout.split("\n").map((line) => line.split(/ +/).slice(0, 2))).toEqual([
    ["EVENT", "NAME"],
    ["ADDED", "one"],
    ["ADDED", "two"],
    [""],
  ]);
});

test("orch get -w exits with 141 and without a message when its output is closed", async () => {
  const watch = new OrchCommand(["get", "ns", "-w"], { cwd: folder.path });
  await watch.waitForOutput("default");
  watch.stopReading();
  await outputOf("create ns enough-read");
  const { code, stderr } = await watch.waitForEnd();
  expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
});

test("orch convert exits with 141 and without a message when its output is closed", async () => {
  writeFileSync(at("converted.yaml"), manifest);
  const conversion = new OrchCommand(["convert", "-f", "converted.yaml"], { cwd: folder.path });
  conversion.stopReading();
  const { code, stderr } = await conversion.waitForEnd();
  expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
});

test("orch cel exits with 130 when it is interrupted", async () => {
  writeFileSync(at("object.yaml"), "a: 1\n");
  const evaluation = new OrchCommand(["cel", "self.a", "-f", "object.yaml", "-w"], { cwd: folder.path });
  await evaluation.waitForOutput("result");
  evaluation.interrupt();
  expect((await evaluation.waitForEnd()).code).toBe(130);
});

test.each(["get ns", "convert -f full.yaml", "version"])(
  "orch %s whose output has no room exits with 1 and one line",
  (line) => {
    writeFileSync(at("full.yaml"), manifest);
    const program = join(import.meta.dirname, "../bin/orch.js");
    const command = ["-c", 'exec "$@" > /dev/full', "sh", process.execPath, program, ...line.split(" ")];
    const { status, stderr } = spawnSync("sh", command, { cwd: folder.path, encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "error: the output cannot be written: ENOSPC: no space left on device, write\n",
    });
  },
);

describe("completion", () => {
  const complete = (...words: string[]): string[] => {
    const script =
      'source <(orch completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _orch; printf "%s\\n" "${COMPREPLY[@]}"';
    const bin = at("bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, "orch"),
      `#!/bin/sh\nexec ${process.execPath} ${join(import.meta.dirname, "../bin/orch.js")} "$@"\n`,
      {
        mode: 0o755,
      },
    );
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: folder.path };
    const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", "orch", ...words], {
      cwd: folder.path,
      env,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout.trimEnd().split("\n");
  };

  test.each<[string[], string[]]>([
    [["expl"], ["explain"]],
    [["get", "daem"], ["daemonsets"]],
    [["get", "ns", "defau"], ["default"]],
    [["get", "ns/defau"], ["ns/default"]],
    [["get", "--output", "=", "y"], ["yaml"]],
    [["get", "-n", "defau"], ["default"]],
    [["apply", "-f", "shop"], ["shop.yaml"]],
    [["get", "nothing", ""], [""]],
  ])("bash completes %j to %j", (words, candidates) => {
    expect(complete(...words)).toEqual(candidates);
  });
});
