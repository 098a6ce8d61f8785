/** The official client with the token of a service account that may do one thing. */
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

test("the official client may do what the role of its service account allows, and nothing else", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", authorization: "RBAC" });
  const create = async (path: string, body: object): Promise<{ readonly status: { readonly token: string } }> => {
    const { status, json } = await running.client.request(path, { body });
    expect(status).toBe(201);
    return json;
  };
  const namespaced = "/api/v1/namespaces/default";
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
  await create(`${namespaced}/serviceaccounts`, { metadata: { name: "reader" } });
  await create(`${namespaced}/configmaps`, { metadata: { name: "settings" }, data: { colour: "blue" } });
  await create(`${rbac}/roles`, {
    metadata: { name: "reader" },
    rules: [{ verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["settings"] }],
  });
  await create(`${rbac}/rolebindings`, {
    metadata: { name: "reader" },
    roleRef: { kind: "Role", name: "reader" },
    subjects: [{ kind: "ServiceAccount", name: "reader" }],
  });
  const { status } = await create(`${namespaced}/serviceaccounts/reader/token`, { spec: {} });
  const config = new KubeConfig();
  const cluster = {
    name: "here",
    server: running.server.url,
    caData: Buffer.from(running.server.caCertificate).toString("base64"),
    skipTLSVerify: false,
  };
  config.loadFromClusterAndUser(cluster, { name: "reader", token: status.token });
  const api = config.makeApiClient(CoreV1Api);
  const settings = { name: "settings", namespace: "default" };
  expect((await api.readNamespacedConfigMap(settings)).data).toEqual({ colour: "blue" });
  const denials = [
    api.readNamespacedConfigMap({ ...settings, name: "other" }),
    api.listNamespacedConfigMap({ namespace: "default" }),
    api.deleteNamespacedConfigMap(settings),
    api.readNamespacedConfigMap({ ...settings, namespace: "other" }),
    api.listNode(),
  ];
  for (const denial of denials) await expect(denial).rejects.toMatchObject({ code: 403 });
});
