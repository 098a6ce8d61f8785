/** Tests of the built `orch controller-manager`, with a server in another process. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { createMap, createNamespace } from "../support/config-maps.ts";
import { addressIn, buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, isGone } from "../support/writes.ts";

beforeAll(buildProgram, 120_000);

const lease = "/apis/coordination.orch.io/v1/namespaces/orch-system/leases/orch-controller-manager";

class Pair implements AsyncDisposable {
  readonly folder = new TemporaryDirectory();
  readonly server = new OrchProcess(["apiserver", "--secure-port=0", `--data-dir=${this.folder.path}`]);

  get kubeconfig(): string {
    return join(this.folder.path, "admin.kubeconfig");
  }

  /** Client configuration of the controller manager, which is no administrator. */
  get managerKubeconfig(): string {
    return join(this.folder.path, "controller-manager.kubeconfig");
  }

  async client(): Promise<WireClient> {
    await this.server.waitUntilReady();
    return clientOf(readFileSync(this.kubeconfig, "utf8"));
  }

  manager(...flags: readonly string[]): OrchProcess {
    const fixedFlags = ["--secure-port=0", `--kubeconfig=${this.managerKubeconfig}`];
    return new OrchProcess(["controller-manager", ...fixedFlags, ...flags]);
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

test("a controller manager without the key of its only controller reports this, and leads until it is stopped", async () => {
  await using pair = new Pair();
  await pair.server.waitUntilReady();
  await using manager = pair.manager("--controllers=serviceaccount-token");
  await manager.waitForLog("leading");
  expect(manager.stderr).toMatch(
    /INFO +the controller is not started, because it needs --service-account-private-key-file controller=serviceaccount-token-controller\n/,
  );
  manager.signal("SIGTERM");
  expect(await manager.waitForExit()).toBe(0);
  expect(manager.stderr).not.toContain("WARN");
});

describe("the user of the controllers", () => {
  const accounts = "/api/v1/namespaces/orch-system/serviceaccounts";
  const namesOf = async (client: WireClient): Promise<string[]> =>
    (await getObject(client, accounts)).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);

  test("the data directory has a client configuration of the controller manager, which may do what its role allows", async () => {
    await using pair = new Pair();
    await pair.server.waitUntilReady();
    await using client = clientOf(readFileSync(pair.managerKubeconfig, "utf8"));
    const review = { kind: "SelfSubjectReview", apiVersion: "authentication.orch.io/v1" };
    const path = "/apis/authentication.orch.io/v1/selfsubjectreviews";
    const { status } = await createObject(client, path, review);
    expect(status.userInfo).toMatchObject({
      username: "system:kube-controller-manager",
      groups: ["system:authenticated"],
    });
    expect((await client.request("/api/v1/secrets")).status).toBe(200);
    const refused = await client.request("/api/v1/namespaces", { body: { metadata: { name: "shop" } } });
    expect(refused.json.message).toContain('User "system:kube-controller-manager" cannot create resource "namespaces"');
  });

  test("[RBAC-43] each controller acts as its own ServiceAccount, which has a default role", async () => {
    await using pair = new Pair();
    await using client = await pair.client();
    const key = join(pair.folder.path, "pki", "sa.key");
    await using manager = pair.manager(
      "--controllers=*,bootstrapsigner,tokencleaner",
      `--service-account-private-key-file=${key}`,
    );
    await manager.waitUntilReady();
    await createNamespace(client, "shop");
    const secret = "/api/v1/namespaces/shop/secrets/key";
    const account = "/api/v1/namespaces/shop/serviceaccounts/default";
    await eventually(async () => !(await isGone(client, account)), "the ServiceAccount");
    await createObject(client, "/api/v1/namespaces/shop/secrets", {
      metadata: { name: "key", annotations: { "orch.io/service-account.name": "default" } },
      type: "orch.io/service-account-token",
    });
    await eventually(async () => (await getObject(client, secret)).data?.token !== undefined, "the Secret has a token");
    const token = Buffer.from((await getObject(client, secret)).data.token, "base64").toString();
    const { url, ca } = addressIn(readFileSync(pair.kubeconfig, "utf8"));
    await using user = new WireClient({ url, ca });
    const headers = { authorization: `Bearer ${token}` };
    const { json } = await user.request("/api/v1/namespaces", { headers });
    expect(json.message).toContain('User "system:serviceaccount:shop:default" cannot list resource');
    await createObject(client, "/api/v1/namespaces/orch-system/secrets", {
      metadata: { name: "bootstrap-token-07401b" },
      type: "bootstrap.orch.io/token",
      stringData: { "token-id": "07401b", expiration: "2001-01-01T00:00:00Z" },
    });
    const isCleaned = (): Promise<boolean> =>
      isGone(client, "/api/v1/namespaces/orch-system/secrets/bootstrap-token-07401b");
    await eventually(isCleaned, "the expired token is deleted");
    await deleteObject(client, "/api/v1/namespaces/shop");
    await eventually(() => isGone(client, "/api/v1/namespaces/shop"), "the namespace is gone");
    expect((await namesOf(client)).sort()).toEqual(
      expect.arrayContaining([
        "legacy-service-account-token-cleaner",
        "namespace-controller",
        "root-ca-cert-publisher",
        "service-account-controller",
        "token-cleaner",
      ]),
    );
    expect(manager.stderr).not.toContain("WARN");
  });

  test("[RBAC-43] without --use-service-account-credentials, the controllers share the user of the manager, who needs their roles", async () => {
    await using pair = new Pair();
    await using client = await pair.client();
    for (const name of ["namespace-controller", "service-account-controller"]) {
      await createObject(client, "/apis/rbac.authorization.orch.io/v1/clusterrolebindings", {
        metadata: { name: `manager-as-${name}` },
        roleRef: { apiGroup: "rbac.authorization.orch.io", kind: "ClusterRole", name: `system:controller:${name}` },
        subjects: [{ kind: "User", apiGroup: "rbac.authorization.orch.io", name: "system:kube-controller-manager" }],
      });
    }
    await using manager = pair.manager(
      "--use-service-account-credentials=false",
      "--controllers=namespace-controller,serviceaccount-controller",
    );
    await manager.waitUntilReady();
    await createNamespace(client, "shop");
    await createObject(client, "/api/v1/namespaces/shop/secrets", {
      metadata: { name: "key", annotations: { "orch.io/service-account.name": "default" } },
      type: "orch.io/service-account-token",
    });
    const account = "/api/v1/namespaces/shop/serviceaccounts/default";
    await eventually(async () => !(await isGone(client, account)), "the ServiceAccount");
    expect((await getObject(client, "/api/v1/namespaces/shop/secrets/key")).data).toBeUndefined();
    await eventually(async () => (await namesOf(client)).join() === "default", "only the default account exists");
  });
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

test("the flags of gates, metrics and profiles have the effects that they have in the API server", async () => {
  await using pair = new Pair();
  await pair.server.waitUntilReady();
  const { cert, key } = addressIn(readFileSync(pair.kubeconfig, "utf8"));
  await using manager = pair.manager(
    "--leader-elect=false",
    "--controllers=serviceaccount-controller",
    "--feature-gates=ComponentStatusz=true,ComponentFlagz=true,WatchListClient=true",
    "--emulated-version=1.32",
    "--disabled-metrics=workqueue_depth",
    "--allow-metric-labels=workqueue_adds_total,name=other",
    "--contention-profiling",
  );
  const url = await manager.waitUntilReady();
  await using nobody = new WireClient({ url, insecure: true });
  await using administrator = new WireClient({ url, insecure: true, cert, key });
  const textOf = async (path: string): Promise<string> => {
    expect((await nobody.request(path)).status, path).toBe(403);
    const { status, text } = await administrator.request(path, { headers: { accept: "*/*" } });
    expect(status, path).toBe(200);
    return text;
  };
  const metrics = await textOf("/metrics");
  expect(metrics).toMatch(/^kubernetes_feature_enabled\{name="ComponentStatusz",stage="ALPHA"\} 1$/m);
  expect(metrics).toMatch(/^kubernetes_build_info\{.*git_version="v1\.32\.13/m);
  expect(metrics).toMatch(/^disabled_metrics_total 1$/m);
  expect(metrics).not.toContain("workqueue_depth{");
  await eventually(
    async () => /^workqueue_adds_total\{name="unexpected"\} [1-9]/m.test(await textOf("/metrics")),
    "the controller has got objects",
  );
  await nobody.request("/healthz");
  expect(await textOf("/metrics/slis")).toMatch(/^kubernetes_healthcheck\{name="ping",type="healthz"\} 1$/m);
  expect(await textOf("/debug/pprof/goroutine")).toContain('GET "/debug/pprof/goroutine"');
  expect(await textOf("/statusz")).toMatch(/^\norch-controller-manager statusz\n/);
  expect(await textOf("/statusz")).toMatch(/^Emulation version(?::|: |=| ) 1\.32$/m);
  expect(await textOf("/flagz")).toMatch(/^disabled-metrics(?::|: |=| )\[workqueue_depth\]$/m);
  expect(JSON.parse(await textOf("/configz"))["orchcontrollermanager.config.orch.io"].Generic.Controllers).toEqual([
    "serviceaccount-controller",
  ]);
  const verbosity = await administrator.request("/debug/flags/v", { method: "PUT", body: "5" });
  expect([verbosity.status, verbosity.text]).toEqual([200, "successfully set klog.logging.verbosity to 5\n"]);
  expect((await nobody.request("/debug/flags/v", { method: "PUT", body: "5" })).status).toBe(403);
  expect(manager.stderr).toContain("--contention-profiling has no effect");
  expect(manager.stderr).toContain("the feature gate WatchListClient has no effect in this release");
});

test("without --profiling and without gates, there are no profiles and pages", async () => {
  await using pair = new Pair();
  await pair.server.waitUntilReady();
  const { cert, key } = addressIn(readFileSync(pair.kubeconfig, "utf8"));
  await using manager = pair.manager("--leader-elect=false", "--profiling=false", "--emulated-version=1.31");
  await using administrator = new WireClient({ url: await manager.waitUntilReady(), insecure: true, cert, key });
  for (const path of ["/debug/pprof/", "/debug/flags/v", "/statusz", "/flagz"]) {
    const { status, text } = await administrator.request(path);
    expect([status, text], path).toEqual([404, "404 page not found\n"]);
  }
  const { text: metrics } = await administrator.request("/metrics");
  expect(metrics).toContain('kubernetes_feature_enabled{name="WatchList",stage="ALPHA"} 0');
  // This gate does not exist in 1.31.
  expect(metrics).not.toContain('name="MutatingAdmissionPolicy"');
  expect((await administrator.request("/configz")).json["orchcontrollermanager.config.orch.io"]).toMatchObject({
    Generic: { Debugging: { EnableProfiling: false } },
  });
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
    [
      ["--service-account-private-key-file=/nowhere/sa.key", "--kubeconfig=FILE"],
      1,
      /--service-account-private-key-file: file \/nowhere\/sa\.key does not exist/,
    ],
    [
      ["--service-account-private-key-file=FILE", "--kubeconfig=FILE"],
      1,
      /--service-account-private-key-file: .*admin\.kubeconfig contains no RSA or ECDSA private key in PEM/,
    ],
    [["--legacy-service-account-token-clean-up-period=0s"], 2, /--legacy-service-account-token-clean-up-period/],
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
