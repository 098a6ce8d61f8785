/** Encryption at rest: what is stored, updates that encrypt again, objects that cannot be read, and their unsafe deletion. */

import { withoutOwnChecks } from "../own-checks.ts";
import type { ComparedRequest, ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { gcmResources, withSecondKey } from "./encrypted-servers.ts";
import { keyServices, withoutFolders } from "./key-service.ts";

const option = "ignoreStoreReadErrorWithClusterBreakingPotential";

const common = {
  usesNamespaces: true,
  standardCount: Infinity,
  // Revisions of etcd depend on earlier writes.
  rewriteBody: (text: string): string =>
    withoutOwnChecks(withoutFolders(text.replaceAll(/\brevision=[1-9]\d*/g, "revision=<revision>"))),
} as const;

/** Compares encrypted servers that may delete unreadable objects. */
export const encryption: Suite = {
  ...common,
  name: "encryption",
  covers:
    "encryption at rest: stored forms, updates that encrypt again, unreadable objects and their unsafe deletion, key services",
  plugins: "encrypted",
  *scenarios(): Iterable<Scenario> {
    yield storedForms;
    yield* rewrites();
    yield* unreadable();
    yield readableDeletions;
    yield health;
    yield keyServices;
  },
};

/** Compares encrypted servers that may not delete unreadable objects. */
export const encryptionLocked: Suite = {
  ...common,
  name: "encryption-locked",
  covers: "encryption at rest without the feature gate of unsafe deletion",
  plugins: "encrypted-locked",
  *scenarios(): Iterable<Scenario> {
    yield* unreadable();
    yield readableDeletions;
    yield health;
  },
};

type GcmResource = (typeof gcmResources)[number];

function specOf(resource: string): Json {
  if (resource === "services") return { spec: { clusterIP: "None", ports: [{ port: 80 }] } };
  if (resource === "podtemplates" || resource === "replicationcontrollers") {
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    return resource === "podtemplates" ? { template } : { spec: { replicas: 0, selector: { a: "b" }, template } };
  }
  if (resource === "persistentvolumeclaims") {
    return { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } };
  }
  return resource === "secrets" || resource === "configmaps" ? { data: { a: "YQ==" } } : {};
}

function objectOf(resource: string, name: string): Json {
  return { metadata: { name }, ...specOf(resource) };
}

/** First part of keys that do not begin with the plural. */
const folders: Readonly<Record<string, string>> = {
  services: "services/specs",
  endpoints: "services/endpoints",
  replicationcontrollers: "controllers",
};

function keyOf(resource: string, namespace: string, name: string): string {
  return `/registry/${folders[resource] ?? resource}/${namespace}/${name}`;
}

function pathOf(resource: string, { namespace }: ComparedServer): string {
  return `/api/v1/namespaces/${namespace}/${resource}`;
}

const storedForms: Scenario = {
  title: "stored forms",
  async run(server) {
    const { namespace } = server;
    for (const resource of ["secrets", "configmaps", "podtemplates", "leases"]) {
      const path =
        resource === "leases"
          ? `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`
          : pathOf(resource, server);
      await server.send(path, { body: objectOf(resource, "a") });
      await server.stored(keyOf(resource, namespace, "a"));
      await server.send(`${path}/a`);
      await server.send(path);
      await server.send(`${path}/a`, { method: "PUT", body: objectOf(resource, "a") });
      await server.send(`${path}/a`, { method: "DELETE" });
      await server.stored(keyOf(resource, namespace, "a"));
    }
    const plural = server.name("widgets");
    const names = { plural, kind: `Kind${server.name("k")}`, singular: server.name("widget") };
    const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await server.prepare(definitions, {
      body: {
        metadata: { name: `${plural}.example.com` },
        spec: { group: "example.com", scope: "Namespaced", names, versions: [version] },
      },
    });
    const path = `/apis/example.com/v1/namespaces/${namespace}/${plural}`;
    await server.until(path, ({ status }) => status === 200);
    await server.send(path, { body: { apiVersion: "example.com/v1", kind: names.kind, metadata: { name: "a" } } });
    await server.stored(`/registry/example.com/${plural}/${namespace}/a`);
    await server.send(`${path}/a`);
    await server.send(path);
  },
};

const patchOf = (type: string, body: unknown): ComparedRequest => ({
  method: "PATCH",
  headers: { "content-type": `application/${type}` },
  body,
});

/** Writes that change nothing. */
const emptyWrites: Readonly<Record<string, (name: string) => ComparedRequest>> = {
  "a merge patch": () => patchOf("merge-patch+json", {}),
  "a JSON patch": () => patchOf("json-patch+json", []),
  "a strategic merge patch": () => patchOf("strategic-merge-patch+json", {}),
  "a replacement": (name) => ({ method: "PUT", body: objectOf("secrets", name) }),
  "an apply": (name) =>
    patchOf("apply-patch+yaml", JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name } })),
};

function* rewrites(): Iterable<Scenario> {
  for (const [title, requestOf] of Object.entries(emptyWrites)) {
    yield {
      title: `${title} that changes nothing`,
      async run(server) {
        const path = pathOf("secrets", server);
        const key = keyOf("secrets", server.namespace, "a");
        const target = title === "an apply" ? `${path}/a?fieldManager=m` : `${path}/a`;
        const created = await server.send(path, { body: objectOf("secrets", "a") });
        await server.send(target, requestOf("a"));
        await server.send(target, requestOf("a"));
        await server.store(key, withSecondKey(await server.stored(key), key));
        const { resourceVersion } = created.json.metadata;
        await server.until(`${path}/a`, ({ json }) => json?.metadata?.resourceVersion !== resourceVersion);
        await server.send(`${target}${target.includes("?") ? "&" : "?"}dryRun=All`, requestOf("a"));
        await server.stored(key);
        await server.send(target, requestOf("a"));
        await server.stored(key);
        await server.send(target, requestOf("a"));
        await server.send(`${path}/a`);
      },
    };
  }
}

/** Damage of a stored value. */
const damages: Readonly<Record<string, (stored: Buffer) => Buffer>> = {
  "another key": (stored) => Buffer.from(stored.toString("latin1").replace(":key1:", ":key9:"), "latin1"),
  "another provider": () => Buffer.from("k8s:enc:aescbc:v1:key1:0123456789abcdef"),
  "a future provider": () => Buffer.from("k8s:enc:future:v9:key1:x"),
  "a changed byte": (stored) => {
    const changed = Buffer.from(stored);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    return changed;
  },
  "a short value": () => Buffer.from("k8s:enc:aesgcm:v1:key1:x"),
  "no encrypted text": () => Buffer.from("rubbish"),
  "malformed JSON": () => Buffer.from('{"kind":"x'),
};

const remove = (body?: Json): ComparedRequest => ({
  method: "DELETE",
  ...(body ? { body, headers: { "content-type": "application/json" } } : {}),
});

function* unreadable(): Iterable<Scenario> {
  for (const [index, [damage, damaged]] of Object.entries(damages).entries()) {
    const resource = gcmResources[index] ?? "secrets";
    yield {
      title: `unreadable ${resource}: ${damage}`,
      run: (server) => compareUnreadable(server, resource, damaged),
    };
  }
}

async function compareUnreadable(
  server: ComparedServer,
  resource: GcmResource,
  damaged: (stored: Buffer) => Buffer,
): Promise<void> {
  const path = pathOf(resource, server);
  const key = keyOf(resource, server.namespace, "bad");
  await server.prepare(path, { body: objectOf(resource, "good") });
  await server.prepare(path, {
    body: { ...objectOf(resource, "bad"), metadata: { name: "bad", finalizers: ["example.com/kept"] } },
  });
  const stored = await server.stored(key);
  await server.store(key, damaged(stored));
  await server.until(`${path}/bad`, ({ status }) => status >= 500);
  const bad = `${path}/bad`;
  await server.send(bad);
  // The reference answers lists without a limit from its cache, which it cannot fill now.
  await server.send(`${path}?limit=500`);
  await server.send(`${path}?limit=1`);
  await server.send(`${path}/good`);
  await server.send(bad, { method: "PUT", body: objectOf(resource, "bad") });
  await server.send(bad, patchOf("merge-patch+json", { metadata: { labels: { a: "b" } } }));
  await server.send(path, { body: objectOf(resource, "bad") });
  await server.send(bad, remove());
  await server.send(path, remove());
  await server.send(`${path}?${option}=true`, remove());
  await server.send(`${bad}?${option}=false`, remove());
  for (const conflict of [
    { dryRun: ["All"] },
    { gracePeriodSeconds: 0 },
    { propagationPolicy: "Orphan" },
    { orphanDependents: true },
    { preconditions: { uid: "x" } },
  ]) {
    await server.send(bad, remove({ [option]: true, ...conflict }));
  }
  await server.stored(key);
  const group = "rbac.authorization.k8s.io";
  const role = { apiGroup: group, kind: "ClusterRole", name: server.name("deleter") };
  const rules = [{ apiGroups: [""], resources: [resource], verbs: ["delete"] }];
  await server.prepare(`/apis/${group}/v1/clusterroles`, { body: { metadata: { name: role.name }, rules } });
  const user = server.name("ann");
  const subjects = [{ apiGroup: group, kind: "User", name: user }];
  await server.prepare(`/apis/${group}/v1/clusterrolebindings`, {
    body: { metadata: { name: role.name }, roleRef: role, subjects },
  });
  const auditId = server.name("removal");
  const removal = remove({ kind: "DeleteOptions", apiVersion: "v1", [option]: true });
  const headers = { ...removal.headers, "impersonate-user": user, "audit-id": auditId, "user-agent": "compare/1.0" };
  await server.send(bad, { ...removal, headers });
  await server.audit(auditId);
  await server.stored(key);
  await server.send(bad, removal);
  await server.until(`${path}/good`, ({ status }) => status === 200);
}

const readableDeletions: Scenario = {
  title: "unsafe deletion of readable and missing objects",
  async run(server) {
    const path = pathOf("configmaps", server);
    await server.prepare(path, { body: objectOf("configmaps", "good") });
    await server.send(`${path}/missing?${option}=true`, remove());
    await server.send(`${path}/good`, {
      ...remove({ [option]: true }),
      headers: { "content-type": "application/json", "impersonate-user": "ann" },
    });
    await server.send(`${path}/good?${option}=true`, remove());
    await server.send(`${path}/good`);
  },
};

const health: Scenario = {
  title: "health of key services",
  async run(server) {
    for (const root of ["healthz", "livez", "readyz"]) {
      for (const name of ["kms-providers", "kms-provider-0", "kms-provider-1"]) await server.send(`/${root}/${name}`);
    }
  },
};
