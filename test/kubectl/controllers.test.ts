/** Effects of the controllers that kubectl users see. */
import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl } from "../support/kubectl.ts";
import { oneOfEach } from "../support/one-of-each.ts";
import { eventually } from "../support/until.ts";
import { configMap, workload } from "./objects.ts";

describeWithKubectl(
  "kubectl and the controllers",
  (cluster, vocabulary) => {
    const exists = async (kubectl: Kubectl, ...names: string[]): Promise<boolean> =>
      (await kubectl.out`get ${names.join(",")} --ignore-not-found -o name`) !== "";

    test("a new namespace gets a ServiceAccount and a ConfigMap with the cluster's certificates", async () => {
      const kubectl = await cluster().inNewNamespace();
      await eventually(() => exists(kubectl, "serviceaccount/default"), "the ServiceAccount");
      await eventually(() => exists(kubectl, "configmap/kube-root-ca.crt"), "the certificates");
      expect(await kubectl.out`get serviceaccounts,configmaps -o name`).toBe(
        joinLines("serviceaccount/default", "configmap/kube-root-ca.crt"),
      );
    });

    test("kubectl delete namespace waits until the last object with a finalizer is deleted", async () => {
      const kubectl = await cluster().inNewNamespace();
      const { bind } = {
        bind: (name: string) => name.replaceAll("orch.io", vocabulary === "orch" ? "orch.io" : "k8s.io"),
      };
      const samples = oneOfEach.filter(
        ({ collection, kind }) => collection.includes("/namespaces/default/") && kind !== "Event",
      );
      expect(samples.length).toBeGreaterThan(20);
      const documents = samples.map(({ kind, apiVersion, body }) =>
        JSON.parse(
          JSON.stringify({ kind, apiVersion: bind(apiVersion), ...body })
            .replaceAll('"namespace":"default"', `"namespace":"${kubectl.namespace}"`)
            .replaceAll('"rbac.authorization.orch.io"', `"${bind("rbac.authorization.orch.io")}"`),
        ),
      );
      await kubectl.create(...documents);
      const slow = configMap("slow");
      await kubectl.create({ ...slow, metadata: { ...slow.metadata, finalizers: ["example.com/slow"] } });
      await using deletion = kubectl.start`delete namespace ${kubectl.namespace}`;
      expect(await deletion.take(1)).toEqual([`namespace "${kubectl.namespace}" deleted`]);
      const remainingMessage = async (): Promise<string> =>
        await kubectl.out`get namespace ${kubectl.namespace} -o jsonpath={.status.conditions[?(@.status=="True")].message}`;
      await eventually(async () => (await remainingMessage()) !== "", "conditions");
      expect(await remainingMessage()).toBe(
        "Some resources are remaining: configmaps. has 1 resource instances " +
          "Some content in the namespace has finalizers remaining: example.com/slow in 1 resource instances",
      );
      expect(await kubectl.out`get namespace ${kubectl.namespace} --no-headers`).toMatch(/ Terminating /);
      expect(await kubectl.out`get configmaps,pods,secrets,services,deployments.apps -o name`).toBe("configmap/slow\n");
      await kubectl.out`patch configmap slow --type=merge -p ${{ metadata: { finalizers: null } }}`;
      expect(await deletion.ended()).toBe(0);
      expect(await kubectl.failure`get namespace ${kubectl.namespace}`).toContain("(NotFound)");
    });

    /** Creates a Deployment that owns a ReplicaSet that owns a ConfigMap. */
    const createOwnerChain = async (kubectl: Kubectl, name: string): Promise<void> => {
      const ownerReferenceTo = async (
        kind: string,
        plural: string,
        root: string,
        apiVersion: string,
      ): Promise<object> => {
        const { metadata } = await cluster().stored(kubectl, root, `${plural}/${name}`);
        return { kind, apiVersion, name, uid: metadata.uid, controller: true, blockOwnerDeletion: true };
      };
      const withOwner = <T extends { readonly metadata: object }>(object: T, owner: object): T => ({
        ...object,
        metadata: { ...object.metadata, ownerReferences: [owner] },
      });
      await kubectl.create(workload("Deployment", name, 1));
      const deployment = await ownerReferenceTo("Deployment", "deployments", "apis/apps/v1", "apps/v1");
      await kubectl.create(withOwner(workload("ReplicaSet", name, 1), deployment));
      const replicaSet = await ownerReferenceTo("ReplicaSet", "replicasets", "apis/apps/v1", "apps/v1");
      await kubectl.create(withOwner(configMap(name), replicaSet));
    };

    test.each(["background", "foreground"])(
      "kubectl delete --cascade=%s deletes the objects that a Deployment owns",
      async (policy) => {
        const kubectl = await cluster().inNewNamespace();
        await createOwnerChain(kubectl, "web");
        await createOwnerChain(kubectl, "other");
        expect(await kubectl.out`delete deployment web --cascade=${policy}`).toBe('deployment.apps "web" deleted\n');
        await eventually(async () => !(await exists(kubectl, "configmap/web")), "the last of it is gone");
        expect(await kubectl.out`get deployments,replicasets -o name`).toBe(
          joinLines("deployment.apps/other", "replicaset.apps/other"),
        );
      },
    );

    test("kubectl delete --cascade=orphan keeps the objects that a Deployment owns", async () => {
      const kubectl = await cluster().inNewNamespace();
      await createOwnerChain(kubectl, "web");
      expect(await kubectl.out`delete deployment web --cascade=orphan`).toBe('deployment.apps "web" deleted\n');
      const { metadata } = await cluster().stored(kubectl, "apis/apps/v1", "replicasets/web");
      expect(metadata.ownerReferences).toBeUndefined();
      expect(await exists(kubectl, "configmap/web")).toBe(true);
    });
  },
  undefined,
  { controllers: ["*"] },
);
