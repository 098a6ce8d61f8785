/** kubectl commands about roles and other users, compared with those of orch. */
import { expect, test } from "vitest";
import { authCommand } from "../../src/app/commands/auth.ts";
import { describeWithKubectl, joinLines, type KubectlCluster, tableCells } from "../support/kubectl.ts";
import { runOrchLikeKubectl } from "../support/orch-like-kubectl.ts";

const reader = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "reader" } };
const readPods = { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] };

describeWithKubectl(
  "kubectl and permissions",
  (cluster) => {
    test("kubectl create role, rolebinding, clusterrole and clusterrolebinding grant permissions", async () => {
      const kubectl = await cluster().inNewNamespace();
      expect(await kubectl.out`create role reader --verb=get,list --resource=pods,deployments.apps/scale`).toBe(
        "role.rbac.authorization.k8s.io/reader created\n",
      );
      expect(await kubectl.out`create rolebinding readers --role=reader --user=ann --group=dev`).toBe(
        "rolebinding.rbac.authorization.k8s.io/readers created\n",
      );
      const role = `nodes-of-${kubectl.namespace}`;
      expect(await kubectl.out`create clusterrole ${role} --verb=get --resource=nodes --resource-name=one`).toBe(
        `clusterrole.rbac.authorization.k8s.io/${role} created\n`,
      );
      const account = `${kubectl.namespace}:web`;
      expect(
        await kubectl.out`create clusterrolebinding ${role} --clusterrole=${role} --serviceaccount=${account}`,
      ).toBe(`clusterrolebinding.rbac.authorization.k8s.io/${role} created\n`);
      expect(await kubectl.out`auth can-i get pods --as=ann`).toBe("yes\n");
      expect(await kubectl.out`auth can-i get deployments.apps --subresource=scale --as=bob --as-group=dev`).toBe(
        "yes\n",
      );
      expect((await kubectl.run`auth can-i get pods --as=bob`).stdout).toBe("no\n");
      expect((await kubectl.run`auth can-i get pods -A --as=ann`).stdout).toBe("no\n");
      const web = `system:serviceaccount:${account}`;
      expect((await kubectl.run`auth can-i get nodes/one --as=${web}`).stdout).toBe("yes\n");
      expect((await kubectl.run`auth can-i get nodes/two --as=${web}`).stdout).toBe("no\n");
    });

    test("kubectl --as and --as-group act as another user, whom roles allow or deny", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.out`create role reader --verb=get,list --resource=configmaps`;
      await kubectl.out`create rolebinding readers --role=reader --user=ann --group=dev`;
      await kubectl.out`create configmap settings`;
      expect(await kubectl.out`get configmap settings -o name --as=ann`).toBe("configmap/settings\n");
      expect(await kubectl.out`get configmap settings -o name --as=bob --as-group=dev`).toBe("configmap/settings\n");
      expect(await kubectl.failure`get secrets --as=ann`).toBe(
        'Error from server (Forbidden): secrets is forbidden: User "ann" cannot list resource "secrets" in API group "" ' +
          `in the namespace "${kubectl.namespace}"\n`,
      );
      expect(await kubectl.failure`get pods --as-group=dev`).toContain(
        "requesting uid, groups or user-extra for admin without impersonating a user",
      );
      expect(tableCells(await kubectl.out`auth whoami --as=ann --as-group=dev --as-uid=u-1`)).toEqual([
        ["ATTRIBUTE", "VALUE"],
        ["Username", "ann"],
        ["UID", "u-1"],
        ["Groups", "[dev system:authenticated]"],
      ]);
    });

    test("kubectl certificate approve works for a user who may approve for the signer", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.create({
        apiVersion: "certificates.k8s.io/v1",
        kind: "CertificateSigningRequest",
        metadata: { name: "worker" },
        spec: { signerName: "example.com/workers", usages: ["client auth"], request: signingRequest },
      });
      const approve = () => kubectl.run`certificate approve worker --as=ann`;
      await kubectl.create({
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: { name: "approver" },
        rules: [
          { apiGroups: ["certificates.k8s.io"], resources: ["certificatesigningrequests"], verbs: ["get"] },
          { apiGroups: ["certificates.k8s.io"], resources: ["certificatesigningrequests/approval"], verbs: ["update"] },
          {
            apiGroups: ["certificates.k8s.io"],
            resources: ["signers"],
            resourceNames: ["example.com/workers"],
            verbs: ["approve"],
          },
        ],
      });
      expect((await approve()).stderr).toContain('User "ann" cannot get resource "certificatesigningrequests"');
      await kubectl.out`create clusterrolebinding approvers --clusterrole=approver --user=ann`;
      expect(await approve()).toMatchObject({
        code: 0,
        stdout: "certificatesigningrequest.certificates.k8s.io/worker approved\n",
      });
    });

    test("kubectl auth reconcile and orch auth reconcile print the same, and store the same", async () => {
      const roles = [
        { ...reader, rules: [readPods] },
        {
          ...reader,
          kind: "RoleBinding",
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
          subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "ann" }],
        },
      ];
      const changed = [{ ...reader, rules: [{ ...readPods, verbs: ["get", "watch"] }] }];
      const runs: readonly (readonly [objects: readonly object[], ...flags: string[]])[] = [
        [roles, "--dry-run=client"],
        [roles],
        [roles],
        [changed, "--remove-extra-permissions"],
        [roles, "-o=name"],
      ];
      const [one, other] = [await cluster().inNewNamespace(), await cluster().inNewNamespace()];
      for (const [objects, ...flags] of runs) {
        // kubectl does not create objects that name no namespace.
        const inputFor = (namespace: string): string =>
          objects.map((object) => `---\n${JSON.stringify(inNamespace(object, namespace))}\n`).join("");
        const expected = await one
          .with({ stdin: inputFor(one.namespace) })
          .runWords(["auth", "reconcile", "-f", "-", ...flags]);
        const args = ["reconcile", "-f", "-", ...flags];
        expect(
          await runOrchLikeKubectl(authCommand, args, {
            cluster: cluster(),
            kubectl: other,
            stdin: inputFor(other.namespace),
          }),
        ).toEqual(expected);
        expect(await storedRules(cluster(), other)).toEqual(await storedRules(cluster(), one));
      }
    });

    test.each([
      "can-i get pods",
      "can-i get nodes",
      "can-i get podz.apps",
      "can-i foo pods",
      "can-i list deploy/web --subresource=scale",
      "can-i get /metrics -q",
      "can-i impersonate users",
      "can-i --list",
      "can-i --list --no-headers",
    ])("kubectl auth %s and orch auth %s print the same", async (line) => {
      const kubectl = await cluster().inNewNamespace();
      const expected = await kubectl.runWords(["auth", ...line.split(" ")]);
      const { code, stdout, stderr } = await runOrchLikeKubectl(authCommand, line.split(" "), {
        cluster: cluster(),
        kubectl,
      });
      expect({ code, stdout }).toEqual({ code: expected.code, stdout: expected.stdout });
      expect(stderr).toBe(
        joinLines(...expected.stderr.split("\n").filter((text) => text !== "")).replace("Warning:", "warning:"),
      );
    });

    test("kubectl auth can-i --list prints the rules of a user with roles", async () => {
      const kubectl = await cluster().inNewNamespace();
      await kubectl.out`create role reader --verb=get,list --resource=pods,secrets --resource-name=web`;
      await kubectl.out`create rolebinding readers --role=reader --user=ann`;
      const rows = tableCells(await kubectl.out`auth can-i --list --as=ann --no-headers`);
      expect(rows.filter(([resource = ""]) => ["pods", "secrets"].includes(resource))).toEqual([
        ["pods", "[]", "[web]", "[get list]"],
        ["secrets", "[]", "[web]", "[get list]"],
      ]);
    });
  },
  ["kubernetes"],
  { authorization: "RBAC" },
);

function inNamespace(object: object, namespace: string): object {
  const { metadata } = object as { readonly metadata: object };
  return { ...object, metadata: { ...metadata, namespace } };
}

async function storedRules(cluster: KubectlCluster, kubectl: Awaited<ReturnType<KubectlCluster["inNewNamespace"]>>) {
  return (await cluster.stored(kubectl, "apis/rbac.authorization.k8s.io/v1", "roles/reader")).rules;
}

/** Made with `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=worker`. */
const signingRequest =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITE1ITUNBUUF3RVRFUE1BMEdBMVVFQXd3R2QyOXlhMlZ5TUZr" +
  "d0V3WUhLb1pJemowQ0FRWUlLb1pJemowRApBUWNEUWdBRTJLc0dsYmp4QkhDTlNEdE5MRDVmYmZCRytUczNhSDIxdXp4alRUeGl5" +
  "L3RNeG1mc3k4TXpBbWVlCm1obi9rcXUweitUWGhPa3FzWXlxeE5oT3FYMzRHNkFBTUFvR0NDcUdTTTQ5QkFNQ0EwZ0FNRVVDSUNh" +
  "d2RXeEcKaWQrQVEzeXFWanVDYnlBbWVJQlFMeG9STVpLS0IvbXdVOWNNQWlFQStPMnRaR2c5S0VpVXFSMWhKSzdXOTljYQpxOFI5" +
  "by96bVF4czQvYUdZbjRFPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";
