/** kubectl commands about users and access, and about the health of components. */
import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, kubectlMinor, tableCells } from "../support/kubectl.ts";

/** Row of a path that a user may read. */
const readable = (path: string): readonly string[] => ["", `[${path}]`, "[]", "[get]"];

/** The first minor version of kubectl with `auth whoami`. */
const minorWithWhoami = 27;

describeWithKubectl(
  "kubectl and questions about access",
  (cluster, vocabulary) => {
    test("kubectl get componentstatuses shows the health of each component", async () => {
      const { kubectl } = cluster();
      const { code, stdout } = await kubectl.run`get componentstatuses`;
      expect(code).toBe(0);
      expect(tableCells(stdout)).toEqual([
        ["NAME", "STATUS", "MESSAGE", "ERROR"],
        [
          "controller-manager",
          "Unhealthy",
          'Get "https://127.0.0.1:10257/healthz": dial tcp 127.0.0.1:10257: connect: connection refused',
        ],
        ["etcd-0", "Healthy", "ok"],
        [
          "scheduler",
          "Unhealthy",
          'Get "https://127.0.0.1:10259/healthz": dial tcp 127.0.0.1:10259: connect: connection refused',
        ],
      ]);
      const one = await kubectl.run`get cs etcd-0 --no-headers`;
      expect(tableCells(one.stdout)).toEqual([["etcd-0", "Healthy", "ok"]]);
      expect(await kubectl.failure`get cs nobody`).toContain(
        'Error from server (NotFound): componentstatus "nobody" not found',
      );
    });

    // kubectl posts its reviews to the group `authorization.k8s.io`, which the server has only in this vocabulary.
    if (vocabulary === "orch") {
      test("kubectl auth can-i fails because it does not find the server's reviews", async () => {
        expect(await cluster().kubectl.failure`auth can-i get pods`).toContain(
          "the server could not find the requested resource (post selfsubjectaccessreviews.authorization.k8s.io)",
        );
      });
      return;
    }

    test("kubectl auth can-i prints yes for an administrator", async () => {
      const { kubectl } = cluster();
      expect(await kubectl.out`auth can-i get pods`).toBe("yes\n");
      expect(await kubectl.out`auth can-i delete deployments.apps/web --subresource=scale`).toBe("yes\n");
      expect(await kubectl.out`auth can-i get /metrics`).toBe("yes\n");
    });

    test("kubectl auth can-i --list prints all rules of an administrator", async () => {
      expect(tableCells(await cluster().kubectl.out`auth can-i --list --no-headers`)).toEqual([
        ["*.*", "[]", "[]", "[*]"],
        ["", "[*]", "[]", "[*]"],
        ["selfsubjectreviews.authentication.k8s.io", "[]", "[]", "[create]"],
        ["selfsubjectaccessreviews.authorization.k8s.io", "[]", "[]", "[create]"],
        ["selfsubjectrulesreviews.authorization.k8s.io", "[]", "[]", "[create]"],
        ...["/api/*", "/api", "/apis/*", "/apis"].map(readable),
        ...["/healthz", "/healthz", "/livez", "/livez", "/openapi/*", "/openapi", "/readyz", "/readyz"].map(readable),
        ...["/version/", "/version/", "/version", "/version"].map(readable),
      ]);
    });

    test.runIf(kubectlMinor >= minorWithWhoami)(
      `kubectl auth whoami prints user and groups (needs kubectl 1.${minorWithWhoami})`,
      async () => {
        const { kubectl } = cluster();
        expect(tableCells(await kubectl.out`auth whoami`)).toEqual([
          ["ATTRIBUTE", "VALUE"],
          ["Username", "kubernetes-admin"],
          ["Groups", "[system:masters system:authenticated]"],
          ["Extra: authentication.kubernetes.io/credential-id", expect.stringMatching(/^\[X509SHA256=[0-9a-f]{64}\]$/)],
        ]);
        expect(await kubectl.out`auth whoami -o ${"jsonpath={.status.userInfo.username}"}`).toBe("kubernetes-admin");
      },
    );

    test("kubectl create prints the status of a SubjectAccessReview", async () => {
      const review = {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SubjectAccessReview",
        spec: { user: "ann", resourceAttributes: { verb: "get", resource: "pods", namespace: "default" } },
      };
      const kubectl = cluster().kubectl.with({ stdin: JSON.stringify(review) });
      expect(await kubectl.out`create -f - -o ${"jsonpath={.status}"}`).toBe('{"allowed":false}');
      expect(await kubectl.out`create -f - -o yaml`).toBe(
        joinLines(
          "apiVersion: authorization.k8s.io/v1",
          "kind: SubjectAccessReview",
          "metadata:",
          "  creationTimestamp: null",
          "spec:",
          "  resourceAttributes:",
          "    namespace: default",
          "    resource: pods",
          "    verb: get",
          "  user: ann",
          "status:",
          "  allowed: false",
        ),
      );
      const empty = kubectl.with({ stdin: JSON.stringify({ ...review, spec: { user: "ann" } }) });
      expect(await empty.failure`create -f -`).toContain(
        "exactly one of nonResourceAttributes or resourceAttributes must be specified",
      );
    });
  },
  undefined,
  { authorization: "RBAC" },
);
