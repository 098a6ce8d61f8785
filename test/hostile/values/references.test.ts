/**
 * Objects that refer to themselves or to each other in a cycle. The server accepts them, and no work on them runs
 * forever.
 */
import { describe, expect, test } from "vitest";
import { attackedServers } from "../../support/attacked-server.ts";
import { expectCauses } from "../../support/refusals.ts";
import { createObject, deleteObject, getObject, isGone, put, withoutManagedFields } from "../../support/writes.ts";

const withAttackedServer = attackedServers();

const ofDefault = "/api/v1/namespaces/default";
const maps = `${ofDefault}/configmaps`;
const ownerOf = ({ metadata }: { metadata: { name: string; uid: string } }, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name: metadata.name,
  uid: metadata.uid,
  ...more,
});

describe("owner references", () => {
  test.each(["Background", "Foreground", "Orphan"])(
    "an object that owns itself can be deleted with the policy %s",
    async (propagationPolicy) => {
      await withAttackedServer(
        async ({ client }) => {
          const made = await createObject(client, maps, { metadata: { name: "self" } });
          const owned = {
            ...made,
            metadata: { ...made.metadata, ownerReferences: [ownerOf(made, { blockOwnerDeletion: true })] },
          };
          const answer = await put(client, `${maps}/self`, owned);
          expect(answer.status, answer.text).toBe(200);
          expect((await deleteObject(client, `${maps}/self`, { propagationPolicy })).status).toBe(200);
          // For the other policies the garbage collector must finish the deletion. It does not run here.
          if (propagationPolicy === "Background") expect(await isGone(client, `${maps}/self`)).toBe(true);
          else expect((await getObject(client, `${maps}/self`)).metadata.finalizers).toHaveLength(1);
        },
        { mayStore: true },
      );
    },
  );

  test("two objects may own each other", async () => {
    await withAttackedServer(
      async ({ client }) => {
        const one = await createObject(client, maps, { metadata: { name: "one" } });
        const other = await createObject(client, maps, {
          metadata: { name: "other", ownerReferences: [ownerOf(one)] },
        });
        const answer = await put(client, `${maps}/one`, {
          ...one,
          metadata: { ...one.metadata, ownerReferences: [ownerOf(other)] },
        });
        expect(answer.status, answer.text).toBe(200);
        for (const name of ["one", "other"]) expect((await deleteObject(client, `${maps}/${name}`)).status).toBe(200);
        expect(await isGone(client, `${maps}/one`)).toBe(true);
      },
      { mayStore: true },
    );
  });

  test("an object may have only one controlling owner", async () => {
    await withAttackedServer(async ({ client }) => {
      const owner = (name: string): object => ownerOf({ metadata: { name, uid: name } }, { controller: true });
      const answer = await client.request(maps, {
        body: { metadata: { name: "a", ownerReferences: [owner("b"), owner("c")] } },
      });
      expectCauses(answer, [
        /^metadata\.ownerReferences: Invalid value: .*: Only one reference can have Controller set to true\. Found "true" in references for ConfigMap\/b and ConfigMap\/c$/,
      ]);
    });
  });

  test("an owner reference to an Event or without a name is rejected", async () => {
    await withAttackedServer(async ({ client }) => {
      const owner = { apiVersion: "v1", kind: "Event", name: "a", uid: "1" };
      const answer = await client.request(maps, {
        body: {
          metadata: { name: "a", ownerReferences: [owner, { apiVersion: "v1/v2/v3", kind: "", name: "", uid: "" }] },
        },
      });
      expectCauses(answer, [
        /^metadata\.ownerReferences: Invalid value: .*: \/v1, Kind=Event is disallowed from being an owner$/,
        'metadata.ownerReferences.apiVersion: Invalid value: "v1/v2/v3": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
      ]);
    });
  });
});

test("a claim may name itself as its data source", async () => {
  await withAttackedServer(
    async ({ client }) => {
      const dataSource = { kind: "PersistentVolumeClaim", name: "self" };
      const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, dataSource };
      const made = await createObject(client, `${ofDefault}/persistentvolumeclaims`, {
        metadata: { name: "self" },
        spec,
      });
      expect(made.spec.dataSourceRef).toEqual({ apiGroup: null, ...dataSource });
    },
    { mayStore: true },
  );
});

test("webhooks may match requests about themselves and each other", async () => {
  await withAttackedServer(
    async ({ client }) => {
      for (const [mine, other] of [
        ["mutating", "validating"],
        ["validating", "mutating"],
      ]) {
        const kind = `${mine}webhookconfigurations`;
        const rule = {
          operations: ["*"],
          apiGroups: ["*"],
          apiVersions: ["*"],
          resources: [kind, `${other}webhookconfigurations`],
        };
        const webhook = {
          name: "a.b.c",
          clientConfig: { service: { namespace: "default", name: "none" } },
          rules: [rule],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          failurePolicy: "Ignore",
        };
        const collection = `/apis/admissionregistration.orch.io/v1/${kind}`;
        await createObject(client, collection, { metadata: { name: "a" }, webhooks: [webhook] });
        expect((await deleteObject(client, `${collection}/a`)).status).toBe(200);
      }
    },
    { mayStore: true },
  );
});

test("roles may aggregate each other", async () => {
  await withAttackedServer(
    async ({ client }) => {
      const roles = "/apis/rbac.authorization.orch.io/v1/clusterroles";
      for (const [name, other] of [
        ["a", "b"],
        ["b", "a"],
        ["self", "self"],
      ] as const) {
        const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { into: other } }] };
        await createObject(client, roles, { metadata: { name, labels: { into: name } }, aggregationRule });
      }
      expect((await client.request(roles)).status).toBe(200);
    },
    { mayStore: true },
  );
});

test("an autoscaler may scale itself", async () => {
  await withAttackedServer(
    async ({ client }) => {
      const scaleTargetRef = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", name: "self" };
      await createObject(client, "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", {
        metadata: { name: "self" },
        spec: { scaleTargetRef, maxReplicas: 2 },
      });
    },
    { mayStore: true },
  );
});

test("a Pod with 10,000 containers is shown in a limited response and can be read", async () => {
  await withAttackedServer(
    async ({ client }) => {
      const containers = Array.from({ length: 10_000 }, (_, index) => ({ name: `c${index}`, image: "i" }));
      const made = await createObject(client, `${ofDefault}/pods`, {
        metadata: { name: "large" },
        spec: { containers },
      });
      expect(made.spec.containers).toHaveLength(10_000);
      const read = await client.request(`${ofDefault}/pods/large`);
      expect(read.bytes.length).toBeLessThan(3 * 1024 * 1024);
      const answer = await put(client, `${ofDefault}/pods/large`, {
        ...withoutManagedFields(made),
        spec: { ...made.spec, containers: made.spec.containers.map((one: object) => ({ ...one, workingDir: "/" })) },
      });
      expect(answer.status).toBe(422);
      expect(answer.bytes.length).toBeLessThan(4 * 1024 * 1024);
    },
    { mayStore: true },
  );
}, 60_000);
