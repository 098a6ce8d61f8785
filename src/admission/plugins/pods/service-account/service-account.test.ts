import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../meta/object-meta.ts";
import { vocabularies } from "../../../../meta/vocabulary.ts";
import { rejectionOf } from "../../../testing/requests.ts";
import type { PluginServices } from "../../index.ts";
import { onlyPlugin, servicesOver } from "../../testing/plugin-services.ts";
import { podRequest, specOf, testPod } from "../../testing/pods.ts";

function account(name = "default", fields: object = {}, annotations: object = {}): ApiObject {
  const metadata = { name, namespace: "default", annotations: { ...annotations } };
  return { kind: "ServiceAccount", apiVersion: "v1", metadata, ...fields };
}

async function admitted(
  request: ReturnType<typeof podRequest>,
  one: ApiObject = account(),
  services: Partial<PluginServices> = {},
): Promise<ReturnType<typeof specOf>> {
  await onlyPlugin("ServiceAccount", servicesOver([one], services)).admit(request);
  return specOf(request);
}

async function rejection(
  spec: object,
  one: ApiObject = account(),
  parts: Parameters<typeof podRequest>[1] = {},
): Promise<[code: number, why: string] | undefined> {
  const found = await rejectionOf(onlyPlugin("ServiceAccount", servicesOver([one])).admit(podRequest(spec, parts)));
  return found && [found[0], found[1].replace('pods "a" is forbidden: ', "")];
}

const containers = (): object[] => [{ name: "c" }];
const mount = {
  name: "kube-api-access-x2x4z",
  readOnly: true,
  mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
};

describe("the account of a Pod", () => {
  test("is the account default if the Pod names none", async () => {
    expect(await admitted(podRequest({ containers: containers() }))).toMatchObject({
      serviceAccountName: "default",
      serviceAccount: "default",
    });
  });

  test("must exist", async () => {
    expect(await rejection({ serviceAccountName: "web" })).toEqual([
      403,
      'error looking up service account default/web: serviceaccount "web" not found',
    ]);
  });

  test("is searched for again if it is the default account of a new namespace", async () => {
    const objects: ApiObject[] = [];
    const delaysMs: number[] = [];
    const pauseUntil =
      (count: number): PluginServices["pause"] =>
      async (delayMs) => {
        delaysMs.push(delayMs);
        if (delaysMs.length === count) objects.push(account());
      };
    const services = (count: number): PluginServices => ({
      ...servicesOver([], { pause: pauseUntil(count) }),
      objects: ((kind: Parameters<PluginServices["objects"]>[0]) => ({
        get: (namespace: string, name: string) => servicesOver(objects).objects(kind).get(namespace, name),
      })) as PluginServices["objects"],
    });
    const admit = (count: number, spec: object): ReturnType<typeof rejectionOf> =>
      rejectionOf(onlyPlugin("ServiceAccount", services(count)).admit(podRequest(spec)));
    expect(await admit(3, {})).toBeUndefined();
    expect(delaysMs).toEqual([150, 150, 150]);
    objects.length = 0;
    expect((await admit(100, {}))?.[0]).toBe(403);
    expect(delaysMs).toHaveLength(3 + 9);
    expect((await admit(100, { serviceAccountName: "web" }))?.[0]).toBe(403);
    expect(delaysMs).toHaveLength(3 + 9);
  });

  test("is required by the validation, too", async () => {
    const plugin = onlyPlugin("ServiceAccount", servicesOver([account()]));
    expect(await rejectionOf(plugin.validate(podRequest({})))).toEqual([
      403,
      'pods "a" is forbidden: no service account specified for pod default/a',
    ]);
  });

  test("is not checked by an update", async () => {
    const plugin = onlyPlugin("ServiceAccount", servicesOver([]));
    const request = podRequest({}, { operation: "UPDATE", oldObject: testPod({}) });
    await plugin.admit(request);
    await plugin.validate(request);
    expect(specOf(request)).toEqual({});
  });
});

describe("the token", () => {
  test("is mounted into all containers that have nothing else at its path", async () => {
    const own = { name: "own", mountPath: mount.mountPath };
    const { containers, initContainers, volumes } = await admitted(
      podRequest({
        containers: [{ name: "a", volumeMounts: [own] }, { name: "b" }],
        initContainers: [{ name: "i" }],
        volumes: [{ name: "own" }],
      }),
    );
    expect([...containers, ...(initContainers ?? [])].map(({ volumeMounts }) => volumeMounts)).toEqual([
      [own],
      [mount],
      [mount],
    ]);
    expect(volumes).toEqual([
      { name: "own" },
      {
        name: mount.name,
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { path: "token", expirationSeconds: 3607 } },
            { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
            {
              downwardAPI: {
                items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
              },
            },
          ],
        },
      },
    ]);
  });

  test("needs no volume if no container needs it, or if the Pod has one", async () => {
    const own = { name: "own", mountPath: mount.mountPath };
    const without = await admitted(podRequest({ containers: [{ name: "a", volumeMounts: [own] }] }));
    expect(without.volumes).toBeUndefined();
    const volumes = [{ name: "kube-api-access-own", emptyDir: {} }];
    const present = await admitted(podRequest({ containers: containers(), volumes }));
    expect(present.volumes).toEqual(volumes);
    expect(present.containers[0]?.volumeMounts).toEqual([{ ...mount, name: "kube-api-access-own" }]);
  });

  test("is in a volume whose name follows the vocabulary", async () => {
    const { volumes } = await admitted(podRequest({ containers: containers() }), account(), {
      vocabulary: vocabularies.orch,
    });
    expect(volumes?.[0]?.name).toBe("orch-api-access-x2x4z");
  });

  test.each([
    [undefined, undefined, true],
    [undefined, false, false],
    [true, false, true],
    [false, true, false],
  ])("with %s in the Pod and %s in the account: mounted is %s", async (byPod, byAccount, isMounted) => {
    const switchOf = (value: boolean | undefined): object =>
      value === undefined ? {} : { automountServiceAccountToken: value };
    const spec = await admitted(
      podRequest({ containers: containers(), ...switchOf(byPod) }),
      account("default", switchOf(byAccount)),
    );
    expect(spec.volumes !== undefined).toBe(isMounted);
  });
});

describe("pull secrets", () => {
  const withSecrets = account("default", { imagePullSecrets: [{ name: "registry" }] });

  test("are those of the account, unless the Pod names some", async () => {
    expect((await admitted(podRequest({ imagePullSecrets: [] }), withSecrets)).imagePullSecrets).toEqual([
      { name: "registry" },
    ]);
    const own = [{ name: "own" }];
    expect((await admitted(podRequest({ imagePullSecrets: own }), withSecrets)).imagePullSecrets).toEqual(own);
    expect((await admitted(podRequest({}))).imagePullSecrets).toBeUndefined();
  });
});

describe("an account that limits the Secrets of its Pods", () => {
  const limiting = (value = "true"): ApiObject =>
    account(
      "default",
      { secrets: [{ name: "known" }], imagePullSecrets: [{ name: "registry" }] },
      { "kubernetes.io/enforce-mountable-secrets": value },
    );
  const variable = (name: string): object => ({ name: "E", valueFrom: { secretKeyRef: { name, key: "k" } } });
  const notAllowed = (reference: string): string =>
    `${reference} is not allowed because service account default does not reference that`;

  test("admits Pods with its Secrets", async () => {
    const spec = {
      containers: [{ name: "c", env: [variable("known")], envFrom: [{ secretRef: { name: "known" } }] }],
      volumes: [{ name: "v", secret: { secretName: "known" } }],
      imagePullSecrets: [{ name: "registry" }],
    };
    expect(await rejection(spec, limiting())).toBeUndefined();
  });

  test.each<[spec: object, fault: string]>([
    [
      { volumes: [{ name: "v", secret: { secretName: "x" } }] },
      `${notAllowed('volume with secret.secretName="x"')} secret`,
    ],
    [
      { initContainers: [{ name: "i", env: [variable("x")] }] },
      `${notAllowed('init container i with envVar E referencing secret.secretName="x"')} secret`,
    ],
    [
      { containers: [{ name: "c", env: [variable("known"), variable("x")] }] },
      `${notAllowed('container c with envVar E referencing secret.secretName="x"')} secret`,
    ],
    [
      { containers: [{ name: "c", envFrom: [{ configMapRef: { name: "x" } }, { secretRef: { name: "x" } }] }] },
      `${notAllowed('container c with envFrom referencing secret.secretName="x"')} secret`,
    ],
    [
      { imagePullSecrets: [{ name: "registry" }, { name: "x" }] },
      `${notAllowed('imagePullSecrets[1].name="x"')} imagePullSecret`,
    ],
  ])("rejects a Pod with %j", async (spec, fault) => {
    expect(await rejection({ containers: [], ...spec }, limiting())).toEqual([403, fault]);
    expect(await rejection({ containers: [], ...spec }, limiting("no"))).toBeUndefined();
  });

  test("limits the Secrets of ephemeral containers", async () => {
    const plugin = onlyPlugin("ServiceAccount", servicesOver([limiting()]));
    const update = (name: string): ReturnType<typeof podRequest> =>
      podRequest(
        {
          serviceAccountName: "default",
          containers: [{ name: "c", env: [variable("x")] }],
          ephemeralContainers: [{ name: "e", env: [variable(name)] }],
        },
        { operation: "UPDATE", subresource: "ephemeralcontainers", oldObject: testPod({}) },
      );
    expect(await rejectionOf(plugin.validate(update("known")))).toBeUndefined();
    expect(await rejectionOf(plugin.validate(update("x")))).toEqual([
      500,
      `${notAllowed('ephemeral container e with envVar E referencing secret.secretName="x"')} secret`,
    ]);
  });
});

describe("a mirror Pod", () => {
  const parts = { metadata: { annotations: { "kubernetes.io/config.mirror": "x" } } };

  test("is not changed, and needs no account", async () => {
    const request = podRequest({ containers: containers() }, parts);
    await onlyPlugin("ServiceAccount", servicesOver([])).admit(request);
    expect(request.object).toEqual(testPod({ containers: containers() }, parts.metadata));
  });

  test.each<[spec: object, fault: string]>([
    [{ serviceAccountName: "default" }, "a mirror pod may not reference service accounts"],
    [{ volumes: [{ name: "v", secret: { secretName: "s" } }] }, "a mirror pod may not reference secrets"],
    [
      { volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }] },
      "a mirror pod may not use ServiceAccountToken volume projections",
    ],
  ])("with %j is rejected", async (spec, fault) => {
    expect(await rejection({ containers: [], ...spec }, account(), parts)).toEqual([403, fault]);
  });
});
