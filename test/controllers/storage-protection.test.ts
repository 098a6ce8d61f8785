/** Tests of the controllers that keep claims and volumes in use, on a server with controllers and the usual plugins. */
import { expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
const pods = "/api/v1/namespaces/default/pods";
const volumes = "/api/v1/persistentvolumes";

async function start(): Promise<TestServer> {
  const controllers = ["persistentvolumeclaim-protection-controller", "persistentvolume-protection-controller"];
  return await startTestServer({
    controllers,
    admissionPlugins: "usual",
    flags: ["--disable-admission-plugins=ServiceAccount"],
  });
}

function claim(name: string): object {
  const resources = { requests: { storage: "1Gi" } };
  return { metadata: { name }, spec: { accessModes: ["ReadWriteOnce"], resources } };
}

function podWith(name: string, nodeName: string | undefined, claimName: string): object {
  const containers = [{ name: "c", image: "i" }];
  const data = { name: "data", persistentVolumeClaim: { claimName } };
  return { metadata: { name }, spec: { containers, nodeName, volumes: [data], terminationGracePeriodSeconds: 0 } };
}

test("a claim that no Pod on a node uses is deleted at once", async () => {
  await using running = await start();
  const { client } = running;
  await createObject(client, claims, claim("free"));
  expect((await getObject(client, `${claims}/free`)).metadata.finalizers).toEqual(["orch.io/pvc-protection"]);
  await createObject(client, pods, podWith("waiting", undefined, "free"));
  await deleteObject(client, `${claims}/free`);
  await eventually(async () => await isGone(client, `${claims}/free`), "the claim is gone");
});

test("a claim stays until the last Pod that uses it is deleted", async () => {
  await using running = await start();
  const { client } = running;
  await createObject(client, claims, claim("used"));
  await createObject(client, claims, claim("free"));
  for (const name of ["one", "two"]) await createObject(client, pods, podWith(name, "node", "used"));
  for (const name of ["used", "free"]) await deleteObject(client, `${claims}/${name}`);
  await eventually(async () => await isGone(client, `${claims}/free`), "the claim without Pods is gone");
  await deleteObject(client, `${pods}/one`);
  expect((await getObject(client, `${claims}/used`)).metadata.deletionTimestamp).toEqual(expect.any(String));
  await deleteObject(client, `${pods}/two`);
  await eventually(async () => await isGone(client, `${claims}/used`), "the claim is gone");
});

test("a claim without the finalizer gets it", async () => {
  await using running = await start();
  const { client } = running;
  await createObject(client, claims, claim("plain"));
  await patch(client, `${claims}/plain`, "merge", { metadata: { finalizers: ["example.com/own"] } });
  await eventually(async () => {
    const { finalizers } = (await getObject(client, `${claims}/plain`)).metadata;
    return finalizers.join() === "example.com/own,orch.io/pvc-protection";
  }, "the claim is protected again");
});

test("a volume stays while it is bound", async () => {
  await using running = await start();
  const { client } = running;
  const spec = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/tmp/v" } };
  for (const name of ["free", "bound"]) await createObject(client, volumes, { metadata: { name }, spec });
  await patch(client, `${volumes}/bound/status`, "merge", { status: { phase: "Bound" } });
  for (const name of ["free", "bound"]) await deleteObject(client, `${volumes}/${name}`);
  await eventually(async () => await isGone(client, `${volumes}/free`), "the free volume is gone");
  expect((await getObject(client, `${volumes}/bound`)).metadata.finalizers).toEqual(["orch.io/pv-protection"]);
  await patch(client, `${volumes}/bound/status`, "merge", { status: { phase: "Released" } });
  await eventually(async () => await isGone(client, `${volumes}/bound`), "the released volume is gone");
});
