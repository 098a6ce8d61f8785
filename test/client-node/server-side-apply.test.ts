import {
  ApiException,
  AppsV1Api,
  KubernetesObjectApi,
  PatchStrategy,
  setHeaderOptions,
  type V1Deployment,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownersOf } from "../support/field-owners.ts";
import { startTypedClientCluster, type TypedClientCluster, thrownBy } from "../support/typed-client.ts";

const applying = setHeaderOptions("Content-Type", PatchStrategy.ServerSideApply);
const image = '.spec.template.spec.containers[name="web"].image';

describe("server-side apply with the typed client", () => {
  let cluster: TypedClientCluster;
  let apps: AppsV1Api;
  let objects: KubernetesObjectApi;

  beforeAll(async () => {
    cluster = await startTypedClientCluster();
    apps = cluster.config.makeApiClient(AppsV1Api);
    objects = KubernetesObjectApi.makeApiClient(cluster.config);
  });
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  const deployment = (name: string, spec: object): object => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec,
  });

  const completeDeployment = (name: string, replicas: number): object =>
    deployment(name, {
      replicas,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "web", image: "nginx:1.27" }] } },
    });

  const apply = (name: string, fieldManager: string, body: object, force?: boolean): Promise<V1Deployment> =>
    apps.patchNamespacedDeployment(
      { namespace: "default", name, fieldManager, body, ...(force === undefined ? {} : { force }) },
      applying,
    );

  test("apply() creates a missing object, and its manager owns the applied fields", async () => {
    const created = await apply("new", "shop", completeDeployment("new", 2));
    expect([created.spec?.replicas, created.spec?.strategy?.type]).toEqual([2, "RollingUpdate"]);
    expect(ownersOf(created)).toEqual([
      [
        "shop Apply",
        [
          ".spec.replicas",
          ".spec.selector",
          ".spec.template.metadata.labels.app",
          '.spec.template.spec.containers[name="web"]',
          image,
          '.spec.template.spec.containers[name="web"].name',
        ],
      ],
    ]);
    const [entry] = created.metadata?.managedFields ?? [];
    expect(entry).toMatchObject({
      apiVersion: "apps/v1",
      fieldsType: "FieldsV1",
      time: new Date("2025-01-01T00:00:00Z"),
    });
  });

  test("apply() reports the manager of a conflicting field, and takes the field with force", async () => {
    await apply("contested", "shop", completeDeployment("contested", 2));
    const more = deployment("contested", { replicas: 5 });
    const error = await thrownBy(apply("contested", "scaler", more));
    expect(error).toBeInstanceOf(ApiException);
    expect(error).toMatchObject({ code: 409 });
    expect(JSON.parse((error as ApiException<string>).body)).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'Apply failed with 1 conflict: conflict with "shop": .spec.replicas',
      reason: "Conflict",
      details: {
        causes: [{ reason: "FieldManagerConflict", message: 'conflict with "shop"', field: ".spec.replicas" }],
      },
      code: 409,
    });
    expect((await apply("contested", "scaler", more, true)).spec?.replicas).toBe(5);
    const back = await thrownBy(apply("contested", "shop", completeDeployment("contested", 2)));
    expect(JSON.parse((back as ApiException<string>).body)).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "scaler": .spec.replicas',
    });
    // Applying the existing value is no conflict. Both managers then own the field.
    const shared = await apply("contested", "shop", completeDeployment("contested", 5));
    expect(ownersOf(shared).map(([who, paths]) => [who, paths.includes(".spec.replicas")])).toEqual([
      ["scaler Apply", true],
      ["shop Apply", true],
    ]);
  });

  test("apply() lists the conflicts with each of several managers", async () => {
    await apply("crowded", "shop", completeDeployment("crowded", 2));
    await apps.patchNamespacedDeployment(
      { namespace: "default", name: "crowded", fieldManager: "updater", body: { spec: { replicas: 3 } } },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
    const template = { spec: { containers: [{ name: "web", image: "nginx:1.28" }] } };
    const error = await thrownBy(apply("crowded", "other", deployment("crowded", { replicas: 4, template })));
    expect(JSON.parse((error as ApiException<string>).body)).toMatchObject({
      message: `Apply failed with 2 conflicts: conflicts with "shop":\n- ${image}\nconflicts with "updater" using apps/v1:\n- .spec.replicas`,
      details: {
        causes: [
          { reason: "FieldManagerConflict", message: 'conflict with "shop"', field: image },
          { reason: "FieldManagerConflict", message: 'conflict with "updater" using apps/v1', field: ".spec.replicas" },
        ],
      },
    });
  });

  test("KubernetesObjectApi applies any kind and removes fields that the manager omits", async () => {
    const settings = (
      data: object,
    ): { apiVersion: string; kind: string; metadata: { name: string }; data: object } => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings" },
      data,
    });
    const applySettings = (data: object, fieldManager: string, force?: boolean) =>
      objects.patch(settings(data), undefined, undefined, fieldManager, force, PatchStrategy.ServerSideApply);
    await applySettings({ colour: "blue", size: "7" }, "shop");
    expect(await thrownBy(applySettings({ size: "8" }, "other"))).toMatchObject({ code: 409 });
    await applySettings({ size: "8" }, "other", true);
    expect((await applySettings({}, "shop")).data).toEqual({ size: "8" });
  });

  test("the server rejects an apply without a field manager", async () => {
    const error = await thrownBy(
      apps.patchNamespacedDeployment(
        { namespace: "default", name: "none", body: completeDeployment("none", 1) },
        applying,
      ),
    );
    expect(error).toMatchObject({ code: 422 });
    expect(JSON.parse((error as ApiException<string>).body)).toMatchObject({
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
  });
});
