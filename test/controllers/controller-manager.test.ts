/** Tests of the built `orch controller-manager`, with a server in another process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { createMap, createNamespace } from "../support/config-maps.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { deleteObject, getObject, isGone } from "../support/writes.ts";

beforeAll(buildProgram, 120_000);

const lease = "/apis/coordination.orch.io/v1/namespaces/orch-system/leases/orch-controller-manager";

class Pair implements AsyncDisposable {
  readonly folder = new TemporaryDirectory();
  readonly server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${this.folder.path}`]);

  get kubeconfig(): string {
    return join(this.folder.path, "admin.kubeconfig");
  }

  async client(): Promise<WireClient> {
    await this.server.waitUntilReady();
    return clientOf(readFileSync(this.kubeconfig, "utf8"));
  }

  manager(...flags: readonly string[]): OrchProcess {
    return new OrchProcess(["controller-manager", "--secure-port=0", `--kubeconfig=${this.kubeconfig}`, ...flags]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

test("the controller manager empties deleted namespaces of a server in another process, and releases its Lease when it is stopped", async () => {
  await using pair = new Pair();
  await using client = await pair.client();
  await using manager = pair.manager();
  await manager.waitUntilReady();
  await createNamespace(client, "shop");
  const account = "/api/v1/namespaces/shop/serviceaccounts/default";
  await eventually(async () => !(await isGone(client, account)), "the ServiceAccount");
  const rootCa = await getObject(client, "/api/v1/namespaces/default/configmaps/kube-root-ca.crt");
  expect(rootCa.data["ca.crt"]).toBe(addressIn(readFileSync(pair.kubeconfig, "utf8")).ca);
  await createMap(client, "a", { namespace: "shop" });
  await deleteObject(client, "/api/v1/namespaces/shop");
  await eventually(() => isGone(client, "/api/v1/namespaces/shop"), "the namespace is gone");
  expect((await getObject(client, lease)).spec.holderIdentity).toMatch(/_[0-9a-f-]{36}$/);
  manager.signal("SIGTERM");
  expect(await manager.waitForExit()).toBe(0);
  expect((await getObject(client, lease)).spec.holderIdentity ?? "").toBe("");
});

test("of two controller managers one is active, and the other takes over when the first one dies", async () => {
  await using pair = new Pair();
  await using client = await pair.client();
  const quick = ["lease-duration=4s", "renew-deadline=3s", "retry-period=500ms"].map((one) => `--leader-elect-${one}`);
  const first = pair.manager(...quick);
  await first.waitForLog("leading");
  await using second = pair.manager(...quick);
  await second.waitUntilReady();
  const { holderIdentity } = (await getObject(client, lease)).spec;
  const becameLeader = (identity: string): object => ({
    involvedObject: expect.objectContaining({
      kind: "Lease",
      name: "orch-controller-manager",
      namespace: "orch-system",
    }),
    reason: "LeaderElection",
    message: `${identity} became leader`,
    source: { component: "orch-controller-manager" },
    count: 1,
    type: "Normal",
  });
  const events = async (): Promise<object[]> =>
    (await getObject(client, "/api/v1/namespaces/orch-system/events")).items;
  await eventually(async () => (await events()).length === 1, "an Event of the first");
  expect(await events()).toEqual([expect.objectContaining(becameLeader(holderIdentity))]);
  // The process is killed, so it does not release the Lease.
  await first[Symbol.asyncDispose]();
  await second.waitForLog("leading");
  const successor = (await getObject(client, lease)).spec.holderIdentity;
  expect(successor).not.toBe(holderIdentity);
  await eventually(async () => (await events()).length === 2, "an Event of the second");
  expect(await events()).toContainEqual(expect.objectContaining(becameLeader(successor)));
  await createNamespace(client, "shop");
  await deleteObject(client, "/api/v1/namespaces/shop");
  await eventually(() => isGone(client, "/api/v1/namespaces/shop"), "the namespace is gone");
});

test("the controller manager serves its health to everyone and its metrics to administrators", async () => {
  await using pair = new Pair();
  await using client = await pair.client();
  await using manager = pair.manager("--leader-elect=false", "--controllers=namespace-controller");
  const url = await manager.waitUntilReady();
  await createNamespace(client, "shop");
  await deleteObject(client, "/api/v1/namespaces/shop");
  await eventually(() => isGone(client, "/api/v1/namespaces/shop"), "the namespace is gone");
  expect(await isGone(client, lease)).toBe(true);
  const { cert, key } = addressIn(readFileSync(pair.kubeconfig, "utf8"));
  await using nobody = new WireClient({ url, insecure: true });
  expect(await nobody.request("/healthz")).toMatchObject({ status: 200, text: "ok" });
  expect((await nobody.request("/metrics")).status).toBe(403);
  await using administrator = new WireClient({ url, insecure: true, cert, key });
  const { text } = await administrator.request("/metrics");
  expect(text).toMatch(/^workqueue_adds_total\{name="namespace"\} [1-9]/m);
  expect(text).not.toContain('name="garbage_collector_attempt_to_delete"');
});

test("a controller manager that listens on all interfaces prints an address that can be used", async () => {
  await using pair = new Pair();
  await pair.server.waitUntilReady();
  await using manager = pair.manager("--leader-elect=false", "--bind-address=0.0.0.0");
  const url = await manager.waitUntilReady();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await using nobody = new WireClient({ url, insecure: true });
  expect(await nobody.request("/healthz")).toMatchObject({ status: 200, text: "ok" });
});

test("the controller manager names a port that is in use, and the flags to choose another one", async () => {
  await using pair = new Pair();
  const { host, port } = new URL(await pair.server.waitUntilReady());
  const flags = ["--leader-elect=false", `--secure-port=${port}`, `--kubeconfig=${pair.kubeconfig}`];
  await using manager = new OrchProcess(["controller-manager", ...flags]);
  expect(await manager.waitForExit()).toBe(1);
  expect(manager.stderr).toBe(
    `orch: cannot listen on ${host} (something else listens there); choose another --secure-port or --bind-address\n`,
  );
});

describe("invalid flags", () => {
  test.each([
    [["--controllers=deployment"], 2, /there is no controller "deployment"/],
    [
      ["--leader-elect-renew-deadline=20s"],
      2,
      /--leader-elect-lease-duration must be longer than --leader-elect-renew-d/,
    ],
    [["--secure-prot=1"], 2, /unknown flag --secure-prot; did you mean --secure-port\?/],
    [["--kubeconfig=/nowhere/config"], 1, /\/nowhere\/config/],
    [
      ["--root-ca-file=/nowhere/ca.crt", "--kubeconfig=FILE"],
      1,
      /--root-ca-file: file \/nowhere\/ca\.crt does not exist/,
    ],
  ])("a controller manager with the flags %j exits with %i and an explanation", async (flags, code, why) => {
    await using pair = new Pair();
    await pair.server.waitUntilReady();
    const allFlags = flags.map((flag) => flag.replace("FILE", pair.kubeconfig));
    await using manager = new OrchProcess(["controller-manager", ...allFlags]);
    expect(await manager.waitForExit()).toBe(code);
    expect(manager.stderr).toMatch(why);
    expect(manager.stderr).not.toContain("    at ");
  });
});
