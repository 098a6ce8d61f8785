/** Writes that the admission plugins of storage, certificates and networks change or reject. */
import { setTimeout } from "node:timers/promises";
import { authority, base64, ecRequest, mastersRequest } from "../../../src/kinds/certificates/testing/certificates.ts";
import { certificateOf } from "../../nodes/node-certificates.ts";
import type { Answer, ComparedRequest, ComparedServer, Scenario, Suite } from "../../suite.ts";

const storageClasses = "/apis/storage.k8s.io/v1/storageclasses";
const ingressClasses = "/apis/networking.k8s.io/v1/ingressclasses";
const signingRequests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const trustBundles = "/apis/certificates.k8s.io/v1alpha1/clustertrustbundles";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** Sends writes that plugins change or reject. */
export const admission: Suite = {
  name: "admission",
  covers: "default classes, resized claims, finalizers of storage, certificates and their signers",
  usesNamespaces: true,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    yield { title: "default classes of claims", run: claimClasses };
    yield { title: "default classes of ingresses", run: ingressClassesOf };
    yield { title: "claims that grow", run: growingClaims };
    yield { title: "finalizers of claims and volumes", run: finalizers };
    yield { title: "requests of certificates", run: certificates };
    yield { title: "trust bundles", run: bundles };
  },
};

/** The reference's plugins follow objects with a delay. Repeats a dry run until its answer has the expected part. */
async function untilSeen(
  server: ComparedServer,
  request: { readonly path: string; readonly body: object },
  isSeen: (answer: Answer) => boolean,
): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (isSeen(await server.prepare(`${request.path}?dryRun=All`, { body: request.body }))) return;
    await setTimeout(20);
  }
  throw new Error(`the plugin has not seen the objects that ${request.path} needs`);
}

function claim(name: string, spec: object = {}, metadata: object = {}): object {
  const resources = { requests: { storage: "1Gi" } };
  return { metadata: { name, ...metadata }, spec: { accessModes: ["ReadWriteOnce"], resources, ...spec } };
}

async function claimClasses(server: ComparedServer): Promise<void> {
  const claims = `/api/v1/namespaces/${server.namespace}/persistentvolumeclaims`;
  const [first, second] = [server.name("first"), server.name("second")];
  const mark = { "storageclass.kubernetes.io/is-default-class": "true" };
  const betaMark = { "storageclass.beta.kubernetes.io/is-default-class": "true" };
  await server.send(claims, { body: claim("none") });
  for (const [name, annotations] of [
    [first, mark],
    [second, betaMark],
  ] as const) {
    await server.send(storageClasses, { body: { metadata: { name, annotations }, provisioner: "example.com/p" } });
    const hasDefault = ({ json }: Answer): boolean => json.spec.storageClassName === name;
    await untilSeen(server, { path: claims, body: claim("probe") }, hasDefault);
    await server.send(claims, { body: claim(`with-${annotations === mark ? "mark" : "beta-mark"}`) });
    await server.send(claims, { body: claim(`own-${annotations === mark ? "a" : "b"}`, { storageClassName: "own" }) });
    // The next class is newer by a second.
    await setTimeout(1100);
  }
  await server.send(claims, { body: claim("empty", { storageClassName: "" }) });
  const annotated = { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } };
  await server.send(claims, { body: claim("annotated", {}, annotated) });
  await server.send(`${claims}/none`, { method: "PUT", body: claim("none") });
  for (const name of [first, second]) await server.prepare(`${storageClasses}/${name}`, { method: "DELETE" });
}

function ingress(name: string, spec: object = {}, metadata: object = {}): object {
  const defaultBackend = { service: { name: "web", port: { number: 80 } } };
  return { metadata: { name, ...metadata }, spec: { defaultBackend, ...spec } };
}

async function ingressClassesOf(server: ComparedServer): Promise<void> {
  const ingresses = `/apis/networking.k8s.io/v1/namespaces/${server.namespace}/ingresses`;
  const names = [server.name("first"), server.name("second")];
  await server.send(ingresses, { body: ingress("none") });
  for (const name of names) {
    const annotations = { "ingressclass.kubernetes.io/is-default-class": "true" };
    const body = { metadata: { name, annotations }, spec: { controller: "example.com/c" } };
    await server.send(ingressClasses, { body });
    const hasDefault = ({ json }: Answer): boolean => json.spec.ingressClassName === name;
    await untilSeen(server, { path: ingresses, body: ingress("probe") }, hasDefault);
    await server.send(ingresses, { body: ingress(`with-${names.indexOf(name)}`) });
    await setTimeout(1100);
  }
  await server.send(ingresses, { body: ingress("own", { ingressClassName: "own" }) });
  const annotated = { annotations: { "kubernetes.io/ingress.class": "old" } };
  await server.send(ingresses, { body: ingress("annotated", {}, annotated) });
  await server.send(`${ingresses}/none`, { method: "PUT", body: ingress("none") });
  for (const name of names) await server.prepare(`${ingressClasses}/${name}`, { method: "DELETE" });
}

async function growingClaims(server: ComparedServer): Promise<void> {
  const claims = `/api/v1/namespaces/${server.namespace}/persistentvolumeclaims`;
  const [elastic, fixed] = [server.name("elastic"), server.name("fixed")];
  await server.prepare(storageClasses, {
    body: { metadata: { name: elastic }, provisioner: "example.com/p", allowVolumeExpansion: true },
  });
  await server.prepare(storageClasses, { body: { metadata: { name: fixed }, provisioner: "example.com/p" } });
  const merge = { "content-type": "application/merge-patch+json" };
  const grow = async (name: string, storage: string): Promise<Answer> =>
    await server.send(`${claims}/${name}`, {
      method: "PATCH",
      headers: merge,
      body: { spec: { resources: { requests: { storage } } } },
    });
  for (const [name, storageClassName] of Object.entries({
    elastic,
    fixed,
    missing: server.name("missing"),
    none: "",
  })) {
    await server.send(claims, { body: claim(name, { storageClassName }) });
    await grow(name, "2Gi");
    await server.send(`${claims}/${name}/status`, {
      method: "PATCH",
      headers: merge,
      body: { status: { phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } },
    });
    await server.send(`${claims}/${name}`, { method: "PATCH", headers: merge, body: { spec: { volumeName: "v" } } });
    // The reference sees the class a little later.
    if (name === "elastic") await setTimeout(500);
    await grow(name, "3Gi");
    await grow(name, "3072Mi");
    await grow(name, "1Gi");
  }
}

async function finalizers(server: ComparedServer): Promise<void> {
  const claims = `/api/v1/namespaces/${server.namespace}/persistentvolumeclaims`;
  const volumes = "/api/v1/persistentvolumes";
  const own = ["example.com/own"];
  await server.send(claims, { body: claim("plain") });
  await server.send(claims, { body: claim("other", {}, { finalizers: own }) });
  await server.send(claims, { body: claim("has", {}, { finalizers: ["kubernetes.io/pvc-protection"] }) });
  await server.send(`${claims}?fieldManager=tool`, { body: claim("managed") });
  await server.send(`${claims}/plain`, { method: "DELETE" });
  const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/tmp/v" } };
  for (const metadata of [{ name: server.name("plain") }, { name: server.name("other"), finalizers: own }]) {
    await server.send(volumes, { body: { metadata, spec } });
  }
  await server.send(`${volumes}/${server.name("plain")}`, { method: "DELETE" });
}

/** Gives a new user these rules, and returns requests of this user. */
async function userWith(
  server: ComparedServer,
  user: string,
  rules: readonly object[],
): Promise<(request: ComparedRequest) => Promise<ComparedRequest>> {
  const name = server.name(user);
  await server.prepare(`${rbac}/clusterroles`, { body: { metadata: { name }, rules } });
  const subjects = [{ kind: "User", name, apiGroup: "rbac.authorization.k8s.io" }];
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
  await server.prepare(`${rbac}/clusterrolebindings`, { body: { metadata: { name }, subjects, roleRef } });
  const certificate = await certificateOf(name, []);
  // The reference's authorizer follows roles with a delay.
  await setTimeout(300);
  return async (request) => ({ ...request, certificate });
}

const allRequests = {
  apiGroups: ["certificates.k8s.io"],
  resources: [
    "certificatesigningrequests",
    "certificatesigningrequests/approval",
    "certificatesigningrequests/status",
    "clustertrustbundles",
  ],
  verbs: ["*"],
};

function signerRule(verbs: readonly string[], ...resourceNames: readonly string[]): object {
  return { apiGroups: ["certificates.k8s.io"], resources: ["signers"], verbs, resourceNames };
}

async function certificates(server: ComparedServer): Promise<void> {
  const users = [
    await userWith(server, "none", [allRequests]),
    await userWith(server, "exact", [allRequests, signerRule(["approve", "sign"], "example.com/s")]),
    await userWith(server, "domain", [allRequests, signerRule(["approve", "sign"], "example.com/*")]),
    await userWith(server, "approver", [allRequests, signerRule(["approve"], "example.com/s")]),
  ];
  const request = base64(ecRequest);
  const usages = ["client auth"];
  for (const [index, asUser] of users.entries()) {
    const name = server.name(`r${index}`);
    await server.send(signingRequests, {
      body: { metadata: { name }, spec: { request, usages, signerName: "example.com/s" } },
    });
    const { json: created } = await server.send(`${signingRequests}/${name}`);
    const condition = { type: "Approved", status: "True", reason: "ByTest", message: "yes" };
    const approved = { ...created, status: { conditions: [condition] } };
    await server.send(`${signingRequests}/${name}/approval`, await asUser({ method: "PUT", body: approved }));
    await server.send(`${signingRequests}/${name}/approval`, { method: "PUT", body: approved });
    const { json: stored } = await server.send(`${signingRequests}/${name}`);
    const failed = { type: "Failed", status: "True", reason: "ByTest", message: "no" };
    const signed = { ...stored, status: { conditions: [...(stored.status.conditions ?? []), failed] } };
    await server.send(`${signingRequests}/${name}/status`, await asUser({ method: "PUT", body: stored }));
    await server.send(`${signingRequests}/${name}/status`, await asUser({ method: "PUT", body: signed }));
  }
  for (const [index, signerName] of ["kubernetes.io/kube-apiserver-client", "example.com/s"].entries()) {
    const name = server.name(`m${index}`);
    await server.send(signingRequests, {
      body: { metadata: { name }, spec: { request: base64(mastersRequest), usages, signerName } },
    });
  }
}

async function bundles(server: ComparedServer): Promise<void> {
  const users = [
    await userWith(server, "none", [allRequests]),
    await userWith(server, "exact", [allRequests, signerRule(["attest"], "example.com/s")]),
    await userWith(server, "domain", [allRequests, signerRule(["attest"], "example.com/*")]),
  ];
  const trustBundle = authority;
  for (const [index, asUser] of users.entries()) {
    const name = `example.com:s:${server.name(`b${index}`)}`;
    const bundle = { metadata: { name }, spec: { signerName: "example.com/s", trustBundle } };
    await server.send(trustBundles, await asUser({ body: bundle }));
    await server.send(trustBundles, { body: bundle });
    const headers = { "content-type": "application/merge-patch+json" };
    for (const body of [{ metadata: { labels: { a: "b" } } }, { metadata: { finalizers: ["example.com/f"] } }]) {
      await server.send(`${trustBundles}/${name}`, await asUser({ method: "PATCH", headers, body }));
    }
    const unsigned = { metadata: { name: server.name(`u${index}`) }, spec: { trustBundle } };
    await server.send(trustBundles, await asUser({ body: unsigned }));
  }
}
