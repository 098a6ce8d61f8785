import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, conflictCauses, updateEntry } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { expectFailure } from "../support/expect-status.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, getObject, patch } from "../support/writes.ts";

const path = `${mapsPath}/a`;
const services = "/api/v1/namespaces/default/services";
const pods = "/api/v1/namespaces/default/pods";
const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const target = `${deployments}/d`;
const labels = { app: "web" };

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

function map(fields: object): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, ...fields };
}

function service(spec: object): object {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "s" }, spec };
}

function pod(spec: object): object {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec };
}

function deployment(spec: object): object {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" }, spec };
}

/** Returns a Deployment with this Pod spec in its template. */
function deploymentWithPodSpec(spec: object): object {
  return deployment({ template: { spec } });
}

async function createDeployment(client: WireClient, manager: string, spec: object = {}): Promise<Json> {
  const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }], ...spec } };
  return applyObject(client, target, manager, deployment({ selector: { matchLabels: labels }, template }));
}

/** Returns the fields of each manager that applied, by its name. */
function appliedFieldsByManager({ metadata }: Json): Record<string, Json> {
  const own = metadata.managedFields.filter(({ operation }: Json) => operation === "Apply");
  return Object.fromEntries(own.map(({ manager, fieldsV1 }: Json) => [manager, fieldsV1]));
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...texts].sort((one, other) => (one < other ? -1 : 1));
}

function portsOf({ spec }: Json): readonly number[] {
  const numbers: number[] = spec.ports.map(({ port }: Json) => port);
  return numbers.sort((one, other) => one - other);
}

describe("[SSA-21] an atomic list", () => {
  test("an atomic list has one owner and is replaced as a whole", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const made = await createDeployment(client, "one", {
      containers: [{ name: "web", image: "web:1", args: ["a", "b"] }],
    });
    const args = (...all: readonly string[]): object =>
      deploymentWithPodSpec({ containers: [{ name: "web", args: all }] });
    expectFailure(await apply(client, target, "two", args("a", "b", "c")), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.template.spec.containers[name="web"].args',
      details: { causes: conflictCauses('"one"', '.spec.template.spec.containers[name="web"].args') },
    });
    expect(await getObject(client, target)).toEqual(made);
    const taken = await applyObject(client, target, "two", args("c"), { force: true });
    expect(taken.spec.template.spec.containers[0].args).toEqual(["c"]);
    const step = 'k:{"name":"web"}';
    expect(appliedFieldsByManager(taken)).toEqual({
      one: {
        "f:spec": {
          "f:selector": {},
          "f:template": {
            "f:metadata": { "f:labels": { "f:app": {} } },
            "f:spec": { "f:containers": { [step]: { ".": {}, "f:image": {}, "f:name": {} } } },
          },
        },
      },
      two: {
        "f:spec": {
          "f:template": { "f:spec": { "f:containers": { [step]: { ".": {}, "f:args": {}, "f:name": {} } } } },
        },
      },
    });
  });

  test("an atomic list may contain duplicates", async () => {
    await using running = await startTestServer();
    const made = await createDeployment(running.client, "one", {
      containers: [{ name: "web", image: "web:1", args: ["a", "a"] }],
      tolerations: [
        { key: "k", operator: "Exists" },
        { key: "k", operator: "Exists" },
      ],
    });
    expect(made.spec.template.spec.containers[0].args).toEqual(["a", "a"]);
    expect(made.spec.template.spec.tolerations).toHaveLength(2);
  });
});

describe("[SSA-22] a set", () => {
  const finalizers = (...all: readonly string[]): object => map({ metadata: { name: "a", finalizers: all } });
  const owned = (...all: readonly string[]): object => ({
    "f:metadata": { "f:finalizers": Object.fromEntries(all.map((one) => [`v:"${one}"`, {}])) },
  });

  test("each element of a set has separate owners", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "one", finalizers("x.io/a", "x.io/b"));
    const both = await applyObject(client, path, "two", finalizers("x.io/c", "x.io/b"));
    expect(sorted(both.metadata.finalizers)).toEqual(["x.io/a", "x.io/b", "x.io/c"]);
    expect(appliedFieldsByManager(both)).toEqual({ one: owned("x.io/a", "x.io/b"), two: owned("x.io/b", "x.io/c") });
    const left = await applyObject(client, path, "one", finalizers("x.io/a"));
    expect(sorted(left.metadata.finalizers)).toEqual(["x.io/a", "x.io/b", "x.io/c"]);
    const gone = await applyObject(client, path, "two", finalizers("x.io/c"));
    expect(sorted(gone.metadata.finalizers)).toEqual(["x.io/a", "x.io/c"]);
    expect(appliedFieldsByManager(gone)).toEqual({ one: owned("x.io/a"), two: owned("x.io/c") });
  });

  test("an apply of a set with a duplicate element is rejected", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const refused = await apply(client, path, "one", finalizers("x.io/a", "x.io/a"));
    expect([refused.status, refused.json.message]).toEqual([
      400,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .metadata.finalizers: duplicate entries for key [="x.io/a"]',
    ]);
  });

  test("a set may contain a duplicate element that another manager wrote", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, `${mapsPath}?fieldManager=hand`, {
      metadata: { name: "a", finalizers: ["x.io/a", "x.io/a", "x.io/b"] },
    });
    const added = await applyObject(client, path, "one", finalizers("x.io/c"));
    expect(added.metadata.finalizers).toEqual(["x.io/a", "x.io/a", "x.io/b", "x.io/c"]);
    const shared = await apply(client, path, "one", finalizers("x.io/a", "x.io/c"));
    expect([shared.status, shared.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "hand" using v1: .metadata.finalizers[="x.io/a"]',
    ]);
    const taken = await applyObject(client, path, "one", finalizers("x.io/a", "x.io/c"), { force: true });
    expect(sorted(taken.metadata.finalizers)).toEqual(["x.io/a", "x.io/b", "x.io/c"]);
  });

  test("a set keeps the order in which its elements are applied", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, mapsPath, { metadata: { name: "a", finalizers: ["x.io/a", "x.io/b", "x.io/c"] } });
    const turned = await applyObject(client, path, "one", finalizers("x.io/c", "x.io/d", "x.io/a"));
    const all = turned.metadata.finalizers;
    expect(sorted(all)).toEqual(["x.io/a", "x.io/b", "x.io/c", "x.io/d"]);
    expect(all.filter((one: string) => one !== "x.io/b")).toEqual(["x.io/c", "x.io/d", "x.io/a"]);
  });
});

describe("[SSA-23] a list of the type map", () => {
  const port = (number: number, more: object = {}): object => ({ name: `p${number}`, port: number, ...more });

  test("each entry of a map list has separate owners and is merged by its keys", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, `${services}/s`, "one", service({ selector: labels, ports: [port(80), port(81)] }));
    const both = await applyObject(
      client,
      `${services}/s`,
      "two",
      service({ ports: [port(82), { port: 81, protocol: "TCP", name: "p81" }] }),
    );
    expect(portsOf(both)).toEqual([80, 81, 82]);
    expect(appliedFieldsByManager(both)).toEqual({
      one: {
        "f:spec": {
          "f:ports": {
            'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:name": {}, "f:port": {} },
            'k:{"port":81,"protocol":"TCP"}': { ".": {}, "f:name": {}, "f:port": {} },
          },
          "f:selector": {},
        },
      },
      two: {
        "f:spec": {
          "f:ports": {
            'k:{"port":81,"protocol":"TCP"}': { ".": {}, "f:name": {}, "f:port": {}, "f:protocol": {} },
            'k:{"port":82,"protocol":"TCP"}': { ".": {}, "f:name": {}, "f:port": {} },
          },
        },
      },
    });
    const left = await applyObject(client, `${services}/s`, "one", service({ selector: labels, ports: [port(80)] }));
    expect(portsOf(left)).toEqual([80, 81, 82]);
    const gone = await applyObject(client, `${services}/s`, "two", service({ ports: [port(82)] }));
    expect(portsOf(gone)).toEqual([80, 82]);
  });

  test("a conflict in a map list names the entry by its keys", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, `${services}/s`, "one", service({ ports: [port(80, { targetPort: 8080 })] }));
    const refused = await apply(client, `${services}/s`, "two", service({ ports: [port(80, { targetPort: "http" })] }));
    expect([refused.status, refused.json.details.causes]).toEqual([
      409,
      conflictCauses('"one"', '.spec.ports[port=80,protocol="TCP"].targetPort'),
    ]);
  });

  test("two managers can each apply a condition of the same status", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createObject(client, pods, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "c:1" }] } });
    const condition = (type: string): object => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      status: { conditions: [{ type, status: "True" }] },
    });
    await applyObject(client, `${pods}/p/status`, "one", condition("example.com/One"));
    const both = await applyObject(client, `${pods}/p/status`, "two", condition("example.com/Two"));
    expect(both.status.conditions.map(({ type }: Json) => type)).toEqual(["example.com/One", "example.com/Two"]);
  });
});

describe("a list with two keys", () => {
  const ports = (...all: readonly object[]): object =>
    deploymentWithPodSpec({ containers: [{ name: "web", ports: all }] });

  test("entries of a list with two keys may differ in one key only", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(client, "one");
    await applyObject(client, target, "udp", ports({ containerPort: 53, protocol: "UDP", name: "dns" }));
    const both = await applyObject(
      client,
      target,
      "tcp",
      ports({ containerPort: 53, protocol: "TCP", name: "dns-tcp" }),
    );
    expect(both.spec.template.spec.containers[0].ports).toEqual([
      { containerPort: 53, protocol: "UDP", name: "dns" },
      { containerPort: 53, protocol: "TCP", name: "dns-tcp" },
    ]);
    const left = await applyObject(client, target, "udp", deployment({ minReadySeconds: 1 }));
    expect(left.spec.template.spec.containers[0].ports).toEqual([
      { containerPort: 53, protocol: "TCP", name: "dns-tcp" },
    ]);
  });

  test("an entry that omits a key has the key's default value", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(client, "one");
    await applyObject(client, target, "tcp", ports({ containerPort: 53, protocol: "TCP", name: "dns" }));
    const shared = await applyObject(client, target, "short", ports({ containerPort: 53, name: "dns" }));
    expect(shared.spec.template.spec.containers[0].ports).toEqual([
      { containerPort: 53, protocol: "TCP", name: "dns" },
    ]);
    const item = (fields: object): object => ({
      "f:spec": {
        "f:template": {
          "f:spec": {
            "f:containers": {
              'k:{"name":"web"}': {
                ".": {},
                "f:name": {},
                "f:ports": {
                  'k:{"containerPort":53,"protocol":"TCP"}': {
                    ".": {},
                    "f:containerPort": {},
                    "f:name": {},
                    ...fields,
                  },
                },
              },
            },
          },
        },
      },
    });
    const { tcp, short } = appliedFieldsByManager(shared);
    expect({ tcp, short }).toEqual({ tcp: item({ "f:protocol": {} }), short: item({}) });
    const twice = await apply(
      client,
      target,
      "more",
      ports({ containerPort: 53 }, { containerPort: 53, protocol: "TCP" }),
    );
    expect([twice.status, twice.json.message]).toEqual([
      400,
      'failed to create typed patch object (/d; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="web"].ports: duplicate entries for key [containerPort=53,protocol="TCP"]',
    ]);
  });
});

describe("[SSA-25] a map", () => {
  test("each key of a granular map has separate owners", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await applyObject(client, path, "one", map({ data: { x: "1" }, metadata: { name: "a", labels: { l: "1" } } }));
    const both = await applyObject(
      client,
      path,
      "two",
      map({ data: { y: "2" }, metadata: { name: "a", labels: { m: "2" } } }),
    );
    expect(both).toMatchObject({ data: { x: "1", y: "2" }, metadata: { labels: { l: "1", m: "2" } } });
    expect(appliedFieldsByManager(both)).toEqual({
      one: { "f:data": { "f:x": {} }, "f:metadata": { "f:labels": { "f:l": {} } } },
      two: { "f:data": { "f:y": {} }, "f:metadata": { "f:labels": { "f:m": {} } } },
    });
  });

  test("an atomic map has one owner", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const wish = (selector: object): object => service({ selector, ports: [{ port: 80 }] });
    await applyObject(client, `${services}/s`, "one", wish({ app: "web" }));
    const refused = await apply(client, `${services}/s`, "two", wish({ app: "web", tier: "front" }));
    expect([refused.status, refused.json.details.causes]).toEqual([409, conflictCauses('"one"', ".spec.selector")]);
    const taken = await applyObject(client, `${services}/s`, "two", wish({ tier: "front" }), { force: true });
    expect(taken.spec.selector).toEqual({ tier: "front" });
    expect(appliedFieldsByManager(taken)["two"]["f:spec"]["f:selector"]).toEqual({});
    expect(appliedFieldsByManager(taken)["one"]["f:spec"]).not.toHaveProperty("f:selector");
  });
});

describe("[SSA-26] a struct", () => {
  test("each field of a granular struct has separate owners", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(client, "one");
    const rolling = (rollingUpdate: object): object => deployment({ strategy: { rollingUpdate } });
    await applyObject(client, target, "two", rolling({ maxSurge: 2 }), { force: true });
    const both = await applyObject(client, target, "three", rolling({ maxUnavailable: 0 }), { force: true });
    expect(both.spec.strategy).toEqual({ type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } });
    const { two, three } = appliedFieldsByManager(both);
    expect({ two, three }).toEqual({
      two: { "f:spec": { "f:strategy": { "f:rollingUpdate": { "f:maxSurge": {} } } } },
      three: { "f:spec": { "f:strategy": { "f:rollingUpdate": { "f:maxUnavailable": {} } } } },
    });
  });

  test("an atomic struct has one owner", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(client, "one");
    const env = (key: object): object =>
      deploymentWithPodSpec({
        containers: [{ name: "web", env: [{ name: "E", valueFrom: { configMapKeyRef: key } }] }],
      });
    await applyObject(client, target, "two", env({ name: "m", key: "k" }));
    const refused = await apply(client, target, "three", env({ name: "m", key: "k", optional: true }));
    expect([refused.status, refused.json.details.causes]).toEqual([
      409,
      conflictCauses('"two"', '.spec.template.spec.containers[name="web"].env[name="E"].valueFrom.configMapKeyRef'),
    ]);
    const taken = await applyObject(client, target, "three", env({ name: "n", key: "k" }), { force: true });
    expect(taken.spec.template.spec.containers[0].env).toEqual([
      { name: "E", valueFrom: { configMapKeyRef: { name: "n", key: "k" } } },
    ]);
  });
});

describe("[SSA-27] a list that a strategic merge patch merges", () => {
  test("each entry of a list with a patch merge key has separate owners", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createDeployment(client, "one");
    const both = await applyObject(
      client,
      target,
      "two",
      deploymentWithPodSpec({ containers: [{ name: "side", image: "side:1" }] }),
    );
    expect(both.spec.template.spec.containers).toMatchObject([
      { name: "web", image: "web:1" },
      { name: "side", image: "side:1" },
    ]);
    expect(appliedFieldsByManager(both)["two"]).toEqual({
      "f:spec": {
        "f:template": {
          "f:spec": { "f:containers": { 'k:{"name":"side"}': { ".": {}, "f:image": {}, "f:name": {} } } },
        },
      },
    });
    const refused = await apply(
      client,
      target,
      "two",
      deploymentWithPodSpec({
        containers: [
          { name: "side", image: "side:1" },
          { name: "web", image: "web:2" },
        ],
      }),
    );
    expect([refused.status, refused.json.details.causes]).toEqual([
      409,
      conflictCauses('"one"', '.spec.template.spec.containers[name="web"].image'),
    ]);
    const left = await applyObject(client, target, "two", deployment({ minReadySeconds: 1 }));
    expect(left.spec.template.spec.containers).toHaveLength(1);
  });

  test("an apply is accepted if the stored list has entries with the same key", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const env = [
      { name: "E", value: "1" },
      { name: "E", value: "2" },
      { name: "F", value: "3" },
    ];
    await createObject(client, `${pods}?fieldManager=hand`, {
      metadata: { name: "p" },
      spec: { containers: [{ name: "c", image: "c:1", env }] },
    });
    const labelled = await applyObject(client, `${pods}/p`, "one", {
      ...pod({ containers: [{ name: "c", image: "c:1" }] }),
      metadata: { name: "p", labels },
    });
    expect(labelled.spec.containers[0].env).toEqual(env);
    const { fieldsV1 } = labelled.metadata.managedFields.find(({ manager }: Json) => manager === "hand");
    expect(fieldsV1["f:spec"]["f:containers"]['k:{"name":"c"}']["f:env"]).toEqual({
      ".": {},
      'k:{"name":"E"}': {},
      'k:{"name":"F"}': { ".": {}, "f:name": {}, "f:value": {} },
    });
  });

  test("an apply replaces stored entries with the same key", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const containers = (env: readonly object[]): readonly object[] => [{ name: "web", image: "web:1", env }];
    const template = {
      metadata: { labels },
      spec: {
        containers: containers([
          { name: "E", value: "1" },
          { name: "E", value: "2" },
        ]),
      },
    };
    await createObject(client, `${deployments}?fieldManager=hand`, {
      metadata: { name: "d" },
      spec: { selector: { matchLabels: labels }, template },
    });
    const wanted = deploymentWithPodSpec({ containers: containers([{ name: "E", value: "2" }]) });
    const refused = await apply(client, target, "one", wanted);
    expect([refused.status, refused.json.details?.causes]).toEqual([
      409,
      conflictCauses('"hand" using apps/v1', '.spec.template.spec.containers[name="web"].env[name="E"]'),
    ]);
    const taken = await applyObject(client, target, "one", wanted, { force: true });
    expect(taken.spec.template.spec.containers[0].env).toEqual([{ name: "E", value: "2" }]);
  });
});

test("an apply with null or empty values stores them as the reference does", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await applyObject(client, path, "one", map({ data: { x: "1", y: "1" } }));
  const emptied = await applyObject(client, path, "one", map({ data: {} }));
  expect(emptied).not.toHaveProperty("data");
  expect(emptied.metadata.managedFields).toEqual([applyEntry("one", { "f:data": {} })]);
  const cleared = await applyObject(client, path, "one", map({ data: null, binaryData: null }));
  expect(cleared).not.toHaveProperty("data");
  await patch(client, `${path}?fieldManager=hand`, "merge", { data: { z: "1" } });
  const kept = await applyObject(client, path, "one", map({ data: { w: null } }));
  expect(kept.data).toMatchObject({ z: "1" });
});

test("accessModes of a claim have one owner, as every list without a list type", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const claim = (...accessModes: readonly string[]): object => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "c" },
    spec: { accessModes, resources: { requests: { storage: "1Gi" } } },
  });
  const made = await applyObject(client, `${claims}/c`, "one", claim("ReadWriteOnce"));
  expect(made.metadata.managedFields).toEqual([
    applyEntry("one", { "f:spec": { "f:accessModes": {}, "f:resources": { "f:requests": { "f:storage": {} } } } }),
  ]);
  const refused = await apply(client, `${claims}/c`, "two", claim("ReadOnlyMany"));
  expect([refused.status, refused.json.details.causes]).toEqual([409, conflictCauses('"one"', ".spec.accessModes")]);
});

test("an apply keeps the type of an int-or-string and owns it as one field", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const wish = (targetPort: unknown): object => service({ ports: [{ port: 80, targetPort }] });
  await applyObject(client, `${services}/s`, "one", wish(8080));
  const named = await applyObject(client, `${services}/s`, "one", wish("http"));
  expect(named.spec.ports[0].targetPort).toBe("http");
  expect((await apply(client, `${services}/s`, "two", wish(8080))).status).toBe(409);
  expect(
    (
      await patch(client, `${services}/s?fieldManager=hand`, "strategic", {
        spec: { ports: [{ port: 80, targetPort: 1 }] },
      })
    ).json.metadata.managedFields,
  ).toEqual([
    applyEntry("one", { "f:spec": { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } } } }),
    updateEntry("hand", { "f:spec": { "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:targetPort": {} } } } }),
  ]);
});
