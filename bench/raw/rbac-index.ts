/** Program of the figure `authorization`: the memory of the index of 100,000 bindings, and the size of their JSON. Prints one line of JSON. */
import { RbacIndex } from "../../src/authz/index.ts";

const count = 100_000;
const namespaces = 1_000;
const apiGroup = "rbac.authorization.k8s.io";

/** Returns the JSON of a RoleBinding as the store has it. */
function bindingJson(index: number): string {
  const namespace = `team-${index % namespaces}`;
  return JSON.stringify({
    kind: "RoleBinding",
    apiVersion: "rbac.authorization.k8s.io/v1",
    metadata: {
      name: `binding-${index}`,
      namespace,
      uid: `5c1de4b2-0f43-4f8c-9d3e-${String(index).padStart(12, "0")}`,
      creationTimestamp: "2025-06-01T12:00:00Z",
      managedFields: [{ manager: "kubectl", operation: "Update", apiVersion: "rbac.authorization.k8s.io/v1" }],
    },
    subjects: [{ kind: "ServiceAccount", name: `account-${index % 50}`, namespace }],
    roleRef: { apiGroup, kind: "ClusterRole", name: `role-${index % 200}` },
  });
}

function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = heapBytes();
const index = new RbacIndex();
let jsonBytes = 0;
for (let number = 0; number < count; number++) {
  const json = bindingJson(number);
  jsonBytes += Buffer.byteLength(json);
  index.setBinding(`team-${number % namespaces}`, `binding-${number}`, JSON.parse(json));
}
const indexMegabytes = (heapBytes() - before) / 1e6;
// The index must exist until it was measured.
index.deleteBinding("team-0", "binding-0");
process.stdout.write(JSON.stringify({ indexMegabytes, jsonMegabytes: jsonBytes / 1e6 }));
