/** kubectl through a load balancer in front of two servers on one etcd. Each command opens a connection to the next one. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { configMap, labelled, workload } from "../kubectl/objects.ts";
import { joinLines, type Kubectl, kubectlMinor, kubectlWith, type RunningKubectl } from "../support/kubectl.ts";
import { serversForTests } from "../support/servers-on-etcd.ts";

const names = ["first", "second"] as const;
const namespacePath = (kubectl: Kubectl): string => `/api/v1/namespaces/${kubectl.namespace}`;
const versionColumn = "jsonpath={.metadata.resourceVersion}";

describe.skipIf(!hasEtcd || Number.isNaN(kubectlMinor))("kubectl through a round robin over two servers", () => {
  let anyNamespace: Kubectl;
  let kubectl: Kubectl;
  let namespaces = 0;

  const servers = serversForTests(async (running) => {
    anyNamespace = kubectlWith(running.directory, await running.writeProxyKubeconfig());
    // Later commands find the API in their caches. So each of them needs only one connection.
    await anyNamespace.out`get namespaces`;
  });

  beforeEach(async () => {
    const namespace = `test-${namespaces++}`;
    await anyNamespace.out`create namespace ${namespace}`;
    kubectl = anyNamespace.inNamespace(namespace);
  });

  /** Runs commands, and checks that each of them was served by another server than the one before. */
  async function expectAlternation(run: () => Promise<void>): Promise<void> {
    const before = servers().proxy.connections.length;
    await run();
    const used = servers().proxy.connections.slice(before);
    const alternating = used.map((_, index) => names[(names.indexOf(used[0] as "first") + index) % names.length]);
    expect(used).toEqual(alternating);
  }

  /** Starts a command that watches, and returns the name of the server to which its connection goes. */
  async function watchedServer(start: () => Promise<void>): Promise<string> {
    const before = servers().proxy.connections.length;
    await start();
    const [server, ...others] = servers().proxy.connections.slice(before);
    expect(others).toEqual([]);
    return server ?? "";
  }

  test("each kubectl command sees the writes of the commands before, which the other server has handled", {
    timeout: 60_000,
  }, async () => {
    // Without a question to etcd, the second server would not have received a write when the next command starts.
    servers().line.delayMs = 250;
    await expectAlternation(async () => {
      for (let round = 0; round < 4; round++) {
        const name = `map-${round}`;
        const input = kubectl.with({ stdin: JSON.stringify(configMap(name, { round: "created" })) });
        expect(await input.out`create -f - -o ${versionColumn}`).toBe(
          await kubectl.out`get configmap ${name} -o ${versionColumn}`,
        );
        const change = kubectl.with({ stdin: JSON.stringify(configMap(name, { round: "applied" })) });
        expect(await change.out`apply --server-side --force-conflicts -f - -o ${versionColumn}`).toBe(
          await kubectl.out`get configmap ${name} -o ${versionColumn}`,
        );
        await kubectl.out`patch configmap ${name} -p ${{ data: { round: "patched" } }}`;
        expect(await kubectl.out`get configmaps -o ${"jsonpath={.items[*].data.round}"}`).toBe("patched");
        await kubectl.out`delete configmap ${name}`;
        expect(await kubectl.failure`get configmap ${name}`).toContain("NotFound");
      }
    });
    expect(new Set(servers().proxy.connections)).toEqual(new Set(names));
  });

  test("kubectl apply, diff and replace start from the state that the other server has written", async () => {
    for (let round = 0; round < 5; round++) {
      const input = kubectl.with({ stdin: JSON.stringify(configMap("map", { round: String(round) })) });
      expect(await input.out`apply -f -`).toBe(`configmap/map ${round === 0 ? "created" : "configured"}\n`);
      expect(await input.out`apply -f -`).toBe("configmap/map unchanged\n");
    }
    const version = await kubectl.out`get configmap map -o ${versionColumn}`;
    const stale = { ...configMap("map", { round: "stale" }), metadata: { name: "map", resourceVersion: version } };
    const replacing = kubectl.with({ stdin: JSON.stringify(stale) });
    expect(await replacing.out`replace -f -`).toBe("configmap/map replaced\n");
    expect(await replacing.failure`replace -f -`).toContain("the object has been modified");
  });

  test("a continue token of kubectl's chunks is valid on the other server, at the same version", async () => {
    const items = Array.from({ length: 9 }, (_, index) => labelled(configMap(`map-${index}`), { tier: "front" }));
    await kubectl.create(...items);
    const path = `${namespacePath(kubectl)}/configmaps?limit=2&labelSelector=tier%3Dfront`;
    const pages: { names: string[]; version: string }[] = [];
    await expectAlternation(async () => {
      let token = "";
      do {
        const list = JSON.parse(await kubectl.out`get --raw ${`${path}&continue=${encodeURIComponent(token)}`}`);
        pages.push({
          names: list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
          version: list.metadata.resourceVersion,
        });
        token = list.metadata.continue ?? "";
        const later = labelled(configMap(`later-${pages.length}`), { tier: "front" });
        await kubectl.create(later);
        // After an even number of other commands, the next chunk goes to the other server.
        await kubectl.out`get configmap ${later.metadata.name}`;
      } while (token !== "");
    });
    expect(pages.flatMap((page) => page.names)).toEqual(items.map(({ metadata }) => metadata.name));
    expect(new Set(pages.map(({ version }) => version)).size).toBe(1);
  });

  test("kubectl get --chunk-size returns each object once, though its connection breaks between chunks", async () => {
    const { client } = servers().server("first");
    const created = Array.from({ length: 120 }, (_, index) => `map-${1000 + index}`);
    // Random bytes, because the server compresses responses.
    const body = (name: string) =>
      labelled(configMap(name, { filler: randomBytes(3000).toString("base64") }), { tier: "front" });
    const path = `${namespacePath(kubectl)}/configmaps`;
    await Promise.all(created.map((name) => client.request(path, { body: body(name) })));
    const { proxy } = servers();
    const [cutsBefore, connectionsBefore] = [proxy.cutCount, proxy.connections.length];
    proxy.bytesMax = 100_000;
    const { code, stdout, stderr } = await kubectl.run`get configmaps -l tier=front --chunk-size=10 -o name -v=6`;
    proxy.bytesMax = Number.POSITIVE_INFINITY;
    expect(code, stderr).toBe(0);
    expect(stdout).toBe(joinLines(...created.map((name) => `configmap/${name}`)));
    expect(proxy.cutCount - cutsBefore).toBeGreaterThanOrEqual(2);
    const used = proxy.connections.slice(connectionsBefore);
    expect(new Set(used)).toEqual(new Set(names));
  });

  test("kubectl apply --server-side reports a conflict with a manager that the other server has recorded", async () => {
    const stdinOf = (colour: string) => kubectl.with({ stdin: JSON.stringify(configMap("map", { colour })) });
    await expectAlternation(async () => {
      for (let round = 0; round < 4; round++) {
        const [ours, theirs] = round % 2 === 0 ? ["ann", "bob"] : ["bob", "ann"];
        await stdinOf(ours)
          .out`apply --server-side -f - --field-manager=${ours} --force-conflicts=${String(round > 0)}`;
        const failure = await stdinOf(theirs).failure`apply --server-side -f - --field-manager=${theirs}`;
        expect(failure).toContain(`conflict with "${ours}"`);
      }
    });
    expect(await kubectl.out`get configmap map -o ${"jsonpath={.data.colour}"}`).toBe("bob");
  });

  test("kubectl delete --wait ends when the other server removes the last finalizer, and after a lost connection", async () => {
    await kubectl.create({ ...configMap("map"), metadata: { name: "map", finalizers: ["example.com/hold"] } });
    await using deleting = kubectl.start`delete configmap map --wait -v=6`;
    const server = await watchedServer(async () => await deleting.waitForWatch());
    expect(await deleting.take(1)).toEqual(['configmap "map" deleted']);
    servers().proxy.cut(server);
    await kubectl.out`patch configmap map --type=merge -p ${{ metadata: { finalizers: null } }}`;
    expect(await deleting.ended()).toBe(0);
    expect(await kubectl.failure`get configmap map`).toContain("NotFound");
    const input = kubectl.with({ stdin: JSON.stringify(configMap("map")) });
    expect(await input.out`create -f -`).toBe("configmap/map created\n");
  });

  test("kubectl delete namespace --wait ends once the namespace is deleted on both servers", async () => {
    await kubectl.create(configMap("a"), configMap("b"));
    await anyNamespace.out`delete namespace ${kubectl.namespace} --wait --timeout=15s`;
    for (const _ of names) expect(await anyNamespace.failure`get namespace ${kubectl.namespace}`).toContain("NotFound");
    await anyNamespace.out`create namespace ${kubectl.namespace}`;
    expect(await kubectl.out`get configmaps -o name`).not.toContain("configmap/a");
  });

  test("kubectl wait and kubectl rollout status continue on the other server after kill -9 of theirs", {
    timeout: 60_000,
  }, async () => {
    await kubectl.create(workload("Deployment", "web", 1), configMap("map", { phase: "begun" }));
    await using waiting = kubectl.start`wait configmap/map --for=${"jsonpath={.data.phase}=done"} -v=6`;
    const waitedServer = await watchedServer(async () => await waiting.waitForWatch());
    await using rollout = kubectl.start`rollout status deployment/web -v=6`;
    const rolloutServer = await watchedServer(async () => await rollout.waitForWatch());
    expect(await rollout.take(1)).toEqual(["Waiting for deployment spec update to be observed..."]);
    expect(new Set([waitedServer, rolloutServer])).toEqual(new Set(names));
    for (const name of names) {
      const isLast = name === names.at(-1);
      await servers().killServer(name);
      await kubectl.out`patch configmap map -p ${{ data: { phase: isLast ? "done" : "halfway" } }}`;
      const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: isLast ? 1 : 0 };
      const patch = { status: { ...status, availableReplicas: isLast ? 1 : 0 } };
      await kubectl.out`patch deployment web --subresource=status --type=merge -p ${patch}`;
      await servers().startServer(name);
    }
    const progress = await linesUntil(rollout, 'deployment "web" successfully rolled out');
    // kubectl prints a line again if it lists again.
    expect([...new Set(progress)]).toEqual([
      'Waiting for deployment "web" rollout to finish: 0 of 1 updated replicas are available...',
      'deployment "web" successfully rolled out',
    ]);
    expect(await waiting.take(1)).toEqual(["configmap/map condition met"]);
    expect([await rollout.ended(), await waiting.ended()]).toEqual([0, 0]);
  });

  test("kubectl get --watch ends with its server, and a watch from its last version has the rest on the other one", {
    timeout: 60_000,
  }, async () => {
    await kubectl.create(configMap("map", { round: "0" }));
    await using watching = kubectl.start`get configmap map --watch -o ${versionColumn}${"{'\\n'}"} -v=6`;
    const server = await watchedServer(async () => await watching.waitForWatch());
    const patch = async (round: number): Promise<string> =>
      await kubectl.out`patch configmap map -p ${{ data: { round: String(round) } }} -o ${versionColumn}`;
    const [seen] = [(await watching.take(1))[0], await patch(1)];
    const versions = [seen, (await watching.take(1))[0]];
    expect(versions[1]).not.toBe(seen);
    await servers().killServer(server);
    expect(await watching.ended()).toBe(0);
    const missed = [await patch(2), await patch(3)];
    const target = `${namespacePath(kubectl)}/configmaps?watch=1&timeoutSeconds=1&resourceVersion=${versions[1]}`;
    const resumed = await kubectl.out`get --raw ${target}`;
    const events = resumed.trimEnd().split("\n");
    expect(events.map((line) => JSON.parse(line).object.metadata.resourceVersion)).toEqual(missed);
    await servers().startServer(server);
  });

  test("a server that was taken out gets no connection, and its open ones continue", async () => {
    await kubectl.create(configMap("map", { round: "0" }));
    await using watching = kubectl.start`get configmap map --watch-only -o name -v=6`;
    const server = await watchedServer(async () => await watching.waitForWatch());
    servers().proxy.takeOut(server);
    const before = servers().proxy.connections.length;
    for (const round of [1, 2, 3]) await kubectl.out`patch configmap map -p ${{ data: { round: String(round) } }}`;
    expect(servers().proxy.connections.slice(before)).not.toContain(server);
    expect(await watching.take(3)).toEqual(["configmap/map", "configmap/map", "configmap/map"]);
  });
});

/** Returns the lines that a command prints, up to the given one. */
async function linesUntil(command: RunningKubectl, last: string): Promise<readonly string[]> {
  const lines: string[] = [];
  while (lines.at(-1) !== last) lines.push(...(await command.take(1)));
  return lines;
}
