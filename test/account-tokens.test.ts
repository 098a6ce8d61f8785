/** Commands and clients that use tokens of service accounts, with a real server and real files. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { namespace } from "../src/api/core/v1/namespace.ts";
import { machineSource } from "../src/app/connection/machine-source.ts";
import { transportOf } from "../src/app/connection/transport-of.ts";
import { ManualClock } from "../src/base/manual-clock.ts";
import { type ConfigSource, inClusterConfig } from "../src/client/config/index.ts";
import { Client } from "../src/client/index.ts";
import { serviceAccountFolder } from "../src/meta/vocabulary.ts";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { kubectlMinor, kubectlWith } from "./support/kubectl.ts";
import { runOrch } from "./support/orch-command.ts";
import { buildProgram, OrchProcess } from "./support/orch-process.ts";

/** The first minor version of kubectl with `create token`. */
const minorWithTokens = 24;
/** A service account that may list objects, of a controller that this server does not have. */
const account = ["--namespace=kube-system", "namespace-controller"];
const accountUser = "system:serviceaccount:kube-system:namespace-controller";

let server: OrchProcess;
let folder: TemporaryDirectory;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  server = new OrchProcess(["up", "--secure-port=0", `--data-dir=${at("data")}`, "--vocabulary=kubernetes"]);
  await server.waitUntilReady();
  await outputOf("create", "serviceaccount", "namespace-controller", "--namespace=kube-system");
}, 120_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Runs a command as the administrator, or with another configuration. */
function run(args: readonly string[], file = at("data/admin.kubeconfig")) {
  return runOrch([...args, `--kubeconfig=${file}`, "--vocabulary=kubernetes"], { cwd: folder.path });
}

async function outputOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

async function requestToken(...flags: string[]): Promise<string> {
  return (await outputOf("create", "token", ...account, ...flags)).trim();
}

test("orch create token prints a token with the audiences, the lifetime and the bound object that the flags request", async () => {
  const container = { name: "a", image: "b", args: [] };
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "kube-system" } };
  writeFileSync(
    at("pod.yaml"),
    JSON.stringify({ ...pod, spec: { serviceAccountName: "namespace-controller", containers: [container] } }),
  );
  await outputOf("create", "-f", "pod.yaml");
  const bound = ["--bound-object-kind=Pod", "--bound-object-name=web"];
  const claims = decodeJwt(await requestToken("--audience=a,b", "--audience=c", "--duration=20m", ...bound));
  const { aud, sub, exp = 0, iat = 0, "kubernetes.io": own } = claims;
  expect({ aud, sub, lifetime: exp - iat }).toEqual({ aud: ["a", "b", "c"], sub: accountUser, lifetime: 1_200 });
  expect(own).toMatchObject({ namespace: "kube-system", pod: { name: "web" } });
});

test.skipIf(Number.isNaN(kubectlMinor) || kubectlMinor < minorWithTokens)(
  `orch create token has the output and the errors of kubectl create token (needs kubectl 1.${minorWithTokens})`,
  async () => {
    const kubectl = kubectlWith(folder.path, at("data/admin.kubeconfig"));
    const words = ["create", "token", ...account];
    const { stdout } = await kubectl.runWords([...words, "--audience=a", "--duration=20m"]);
    const [theirs, ours] = [stdout.trim(), await requestToken("--audience=a", "--duration=20m")].map((token) => {
      const { aud, sub, iss, exp = 0, iat = 0, "kubernetes.io": own } = decodeJwt(token);
      return { aud, sub, iss, lifetime: exp - iat, own };
    });
    expect(ours).toEqual(theirs);
    for (const args of [
      ["create", "token", "missing"],
      [...words, "--duration=1m"],
    ]) {
      const { code, stderr } = await kubectl.runWords(args);
      expect(await run(args)).toEqual({ code, stdout: "", stderr: stderr.replace("error: ", "orch create: ") });
    }
  },
);

test("[GEN-08] a client in a Pod lists objects with the mounted token and CA, and reads a rotated token", async () => {
  const mounted = at("mounted");
  mkdirSync(mounted);
  const config = JSON.parse(await outputOf("get", "configmap", "kube-root-ca.crt", "-o", "json")) as {
    readonly data: Readonly<Record<string, string>>;
  };
  writeFileSync(join(mounted, "ca.crt"), config.data["ca.crt"] ?? "");
  writeFileSync(join(mounted, "namespace"), "kube-system");
  writeFileSync(join(mounted, "token"), await requestToken());
  const { hostname, port } = new URL(
    /server: "?(https:[^"\s]+)/.exec(readFileSync(at("data/admin.kubeconfig"), "utf8"))?.[1] ?? "",
  );
  const source: ConfigSource = {
    env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
    cwd: folder.path,
    homeDir: folder.path,
    // Only root can write the folder of a real Pod.
    readFile: (path, limits) => machineSource.readFile(path.replace(serviceAccountFolder, mounted), limits),
  };
  const clock = new ManualClock();
  const resolved = await inClusterConfig({ source, vocabulary: "kubernetes", clock });
  await using client = new Client({ transport: transportOf(resolved, clock), vocabulary: "kubernetes" });
  const names = async (): Promise<readonly (string | undefined)[]> =>
    (await client.api(namespace).listAll()).items.map(({ metadata }) => metadata.name);
  expect(resolved.namespace).toBe("kube-system");
  expect(await names()).toContain("kube-system");
  // A token for other recipients is rejected by the server.
  writeFileSync(join(mounted, "token"), await requestToken("--audience=other"));
  expect(await names()).toContain("kube-system");
  await clock.advance(50_000);
  await expect(names()).rejects.toMatchObject({ code: 401 });
  writeFileSync(join(mounted, "token"), await requestToken());
  expect(await names()).toContain("kube-system");
});

test("[GEN-08] the command line lists objects with a configuration file that holds an account's token", async () => {
  const { code, stdout, stderr } = await run(["kubeconfig", "--as-service-account=kube-system/namespace-controller"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^the token expires at \S+Z\n$/) });
  const file = at("account.yaml");
  writeFileSync(file, stdout, { mode: 0o600 });
  expect(stdout).not.toContain("client-key-data");
  expect(await run(["get", "ns", "kube-system", "-o", "name"], file)).toEqual({
    code: 0,
    stdout: "namespace/kube-system\n",
    stderr: "",
  });
  const { stdout: whoami } = await run(["whoami", "-o", "jsonpath={.status.userInfo.username}"], file);
  expect(whoami).toBe(accountUser);
});

test("orch kubeconfig prints a file with the administrator's certificate that works without its origin", async () => {
  const file = at("copy.yaml");
  writeFileSync(file, await outputOf("kubeconfig"), { mode: 0o600 });
  expect((await run(["get", "ns", "default", "-o", "name"], file)).stdout).toBe("namespace/default\n");
});

test.skipIf(Number.isNaN(kubectlMinor))(
  "kubectl works with the file that orch kubeconfig prints (needs kubectl on the PATH)",
  async () => {
    const file = at("kubectl.yaml");
    writeFileSync(file, await outputOf("kubeconfig"), { mode: 0o600 });
    expect(await kubectlWith(folder.path, file).out`get ns default -o name`).toBe("namespace/default\n");
  },
);
