/** Tests of the objects that every namespace has, on a server with controllers. */
import { expect, test } from "vitest";
import { createNamespace } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const controllers = ["*"];
const shop = "/api/v1/namespaces/shop";
const account = `${shop}/serviceaccounts/default`;
const rootCa = `${shop}/configmaps/kube-root-ca.crt`;

test("a new namespace gets its ServiceAccount and the CA certificate of the server", async () => {
  await using running = await startTestServer({ controllers });
  const { client, server } = running;
  await createNamespace(client, "shop");
  for (const path of [account, rootCa]) await eventually(async () => !(await isGone(client, path)), path);
  expect((await getObject(client, rootCa)).data).toEqual({ "ca.crt": server.caCertificate });
  for (const name of ["default", "orch-system", "orch-public", "orch-node-lease"]) {
    const path = `/api/v1/namespaces/${name}/serviceaccounts/default`;
    await eventually(async () => !(await isGone(client, path)), path);
  }
});

test("the ServiceAccount and the CA certificate are restored after a deletion, and the certificate after a change", async () => {
  await using running = await startTestServer({ controllers });
  const { client, server } = running;
  await createNamespace(client, "shop");
  for (const path of [account, rootCa]) {
    await eventually(async () => !(await isGone(client, path)), path);
    const { metadata } = await getObject(client, path);
    await deleteObject(client, path);
    const isBack = async (): Promise<boolean> => {
      const { status, json } = await client.request(path);
      return status === 200 && json.metadata.uid !== metadata.uid;
    };
    await eventually(isBack, `${path} is back`);
  }
  await patch(client, rootCa, "merge", { data: { "ca.crt": "forged", more: "x" } });
  await eventually(async () => (await getObject(client, rootCa)).data["ca.crt"] !== "forged", "it is mended");
  expect((await getObject(client, rootCa)).data).toEqual({ "ca.crt": server.caCertificate });
  await patch(client, account, "merge", { metadata: { labels: { mine: "yes" } }, automountServiceAccountToken: false });
  await patch(client, rootCa, "merge", { metadata: { labels: { seen: "yes" } } });
  expect(await getObject(client, account)).toMatchObject({
    metadata: { labels: { mine: "yes" } },
    automountServiceAccountToken: false,
  });
});

test("the default objects are deleted with their namespace, and are not created again while it is being deleted", async () => {
  await using running = await startTestServer({ controllers });
  const { client } = running;
  await createNamespace(client, "shop");
  await eventually(async () => !(await isGone(client, rootCa)), "the certificates");
  await createObject(client, `${shop}/configmaps`, { metadata: { name: "held", finalizers: ["example.com/slow"] } });
  await deleteObject(client, shop);
  await eventually(() => isGone(client, rootCa), "the certificates are gone");
  await eventually(() => isGone(client, account), "the ServiceAccount is gone");
  await patch(client, `${shop}/configmaps/held`, "merge", { metadata: { finalizers: null } });
  await eventually(() => isGone(client, shop), "the namespace is gone");
});

test("the default objects name their field manager and annotations in the vocabulary of the cluster", async () => {
  await using running = await startTestServer({ controllers: ["root-ca-cert-publisher"], vocabulary: "kubernetes" });
  const { client } = running;
  await createNamespace(client, "shop");
  await eventually(async () => !(await isGone(client, rootCa)), "the certificates");
  const { metadata } = await getObject(client, rootCa);
  expect(metadata.managedFields).toMatchObject([{ manager: "kube-controller-manager", operation: "Update" }]);
  expect(Object.keys(metadata.annotations)).toEqual(["kubernetes.io/description"]);
});
