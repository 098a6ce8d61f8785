/** `orch create` makes the same roles and bindings as `kubectl create`. */
import { expect, test } from "vitest";
import { createCommand } from "../../src/app/commands/create.ts";
import { describeWithKubectl } from "../support/kubectl.ts";
import { runOrchLikeKubectl } from "../support/orch-like-kubectl.ts";

/** Command lines after `create`, for an object without a conflict. */
const valid: readonly string[][] = [
  ["role", "admin", "--verb=get", "--verb=list,watch", "--resource=pods"],
  ["role", "admin", "--verb=get,get,*", "--resource=pods,po,deploy,deployments.apps,rs.apps/scale"],
  ["role", "admin", "--verb=get", "--resource=pods/log,pods/exec", "--resource-name=a,b", "--resource-name=c"],
  ["role", "admin", "--verb=get", "--resource=*,pods"],
  ["role", "admin", "--verb=get", "--resource=*.apps,*/scale"],
  ["role", "admin", "--verb=fly", "--resource=pods"],
  ["clusterrole", "admin", "--verb=get", "--resource=nodes", "--non-resource-url=/logs/*,/metrics"],
  ["clusterrole", "admin", "--verb=*", "--non-resource-url=*"],
  ["clusterrole", "admin", "--verb=impersonate", "--resource=users,groups,serviceaccounts"],
  ["clusterrole", "admin", "--verb=bind,escalate", "--resource=clusterroles"],
  ["clusterrole", "admin", "--aggregation-rule=a=b,example.org/c=d=e"],
  ["rolebinding", "binding", "--role=admin", "--user=ann", "--user=b,c", "--group=dev", "--serviceaccount=shop:bot"],
  ["rolebinding", "with.dots", "--clusterrole=admin"],
  ["clusterrolebinding", "binding", "--clusterrole=admin", "--serviceaccount=a:b", "--group=g", "--user=u"],
];

/** Command lines after `create`, and the reason for which kubectl rejects them. */
const invalid: readonly (readonly [args: string[], reason: string])[] = [
  [["role", "admin"], "at least one verb must be specified"],
  [["role", "--verb=get", "--resource=pods"], "exactly one NAME is required, got 0"],
  [["role", "a", "b", "--verb=get", "--resource=pods"], "exactly one NAME is required, got 2"],
  [["role", "admin", "--verb=get"], "at least one resource must be specified"],
  [["role", "admin", "--verb=get", "--resource=.apps"], "resource must be specified if apiGroup/subresource specified"],
  [["role", "admin", "--verb=bind", "--resource=pods"], "can not perform 'bind' on 'pods' in group ''"],
  [["clusterrole", "admin", "--verb=get"], "one of resource or nonResourceURL must be specified"],
  [["clusterrole", "admin", "--verb=list", "--non-resource-url=/a"], "invalid verb: 'list' for nonResourceURL"],
  [["clusterrole", "admin", "--verb=get", "--non-resource-url=a"], "nonResourceURL should start with /"],
  [
    ["clusterrole", "admin", "--verb=get", "--non-resource-url=/*/a"],
    "nonResourceURL only supports wildcard matches when '*' is at the end",
  ],
  [
    ["clusterrole", "admin", "--verb=get", "--aggregation-rule=a=b"],
    "aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames",
  ],
  [["clusterrole", "admin", "--aggregation-rule=a"], "malformed pair, expect string=string"],
  [["rolebinding", "binding"], "exactly one of clusterrole or role must be specified"],
  [["rolebinding", "binding", "--role=a", "--clusterrole=b"], "exactly one of clusterrole or role must be specified"],
  [["rolebinding", "binding", "--role=a", "--serviceaccount=bot"], "serviceaccount must be <namespace>:<name>"],
];

/** Returns a printed object without the namespace, which only orch prints, and without the empty fields of kubectl. */
function comparable(text: string): object {
  const { metadata, rules, ...rest } = JSON.parse(text) as { metadata: { name: string }; rules?: unknown };
  return { ...rest, name: metadata.name, rules: rules ?? [] };
}

describeWithKubectl(
  "orch create and kubectl create",
  (cluster) => {
    test.each(valid.map((args) => [args.join(" "), args] as const))(
      "both make the same object: %s",
      async (_, args) => {
        const { kubectl } = cluster();
        const line = ["create", ...args, "--dry-run=client", "--output=json"];
        const theirs = await kubectl.runWords(line);
        expect(theirs).toMatchObject({ code: 0 });
        const ours = await runOrchLikeKubectl(createCommand, line.slice(1), { cluster: cluster(), kubectl });
        expect(ours).toMatchObject({ code: 0 });
        expect(comparable(ours.stdout)).toEqual(comparable(theirs.stdout));
        expect(ours.stderr.replace("warning:", "Warning:")).toBe(theirs.stderr);
      },
    );

    test.each(invalid.map(([args, reason]) => [args.join(" "), args, reason] as const))(
      "kubectl and orch reject: %s",
      async (_, args, reason) => {
        const { kubectl } = cluster();
        expect((await kubectl.runWords(["create", ...args])).stderr).toContain(reason);
        const rejected = runOrchLikeKubectl(createCommand, args, { cluster: cluster(), kubectl });
        const text = await rejected.then(
          ({ stderr }) => stderr,
          (error: Error) => error.message,
        );
        expect(text).toContain(reason);
      },
    );

    test("orch create stores a role and its binding, and prints what kubectl prints", async () => {
      const kubectl = await cluster().inNewNamespace();
      for (const line of [
        ["role", "reader", "--verb=get", "--resource=pods"],
        ["rolebinding", "reader", "--role=reader", "--user=ann"],
      ]) {
        const theirs = await kubectl.runWords(["create", ...line, "--dry-run=server"]);
        const ours = await runOrchLikeKubectl(createCommand, line, { cluster: cluster(), kubectl });
        expect(ours.stdout).toBe(theirs.stdout.replace(" (server dry run)", ""));
      }
      const root = "apis/rbac.authorization.k8s.io/v1";
      expect(await cluster().stored(kubectl, root, "roles/reader")).toMatchObject({
        rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
      });
      expect(await cluster().stored(kubectl, root, "rolebindings/reader")).toMatchObject({
        roleRef: { kind: "Role", name: "reader" },
        subjects: [{ kind: "User", name: "ann" }],
      });
    });
  },
  ["kubernetes"],
);
