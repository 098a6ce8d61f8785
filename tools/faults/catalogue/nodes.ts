/** Faults of node authorization and of the plugin NodeRestriction. */
import type { FaultRoom } from "../fault.ts";

export const nodeFaults: FaultRoom = {
  room: "nodes",
  faults: [
    {
      name: "node-group-ignored",
      breaks: "a user with the name of a node, but without its group, has the rights of the node",
      file: "src/meta/access/node-identity.ts",
      find: "if (!name.startsWith(userNamePrefix) || !groups.includes(nodesGroup)) return undefined;",
      replace: "if (!name.startsWith(userNamePrefix) || groups.length === 0) return undefined;",
      tests: ["src/meta/access/node-identity.test.ts"],
    },
    {
      name: "shared-object-released-early",
      breaks: "a node loses an object that two of its Pods use when the first of them is deleted",
      file: "src/authz/node/counted-ids.ts",
      find: "if (count > 1) this.#countById.set(id, count - 1);",
      replace: "if (count > 2) this.#countById.set(id, count - 1);",
      tests: ["src/authz/node/node-graph.test.ts"],
    },
    {
      name: "volume-secret-outlives-volume",
      breaks: "a node can read the Secret of a volume after the volume was deleted",
      file: "src/authz/node/node-graph.ts",
      find: "      claims?.remove(claim);\n",
      replace: "",
      tests: ["src/authz/node/node-graph.test.ts"],
    },
    {
      name: "mirror-pod-grants-access",
      breaks: "a node reads any object that it names in a mirror Pod",
      file: "src/app/authorization/relation-consumers.ts",
      find: 'const references = isMirror || nodeName === "" ? [] : podReferences(object);',
      replace: 'const references = nodeName === "" ? [] : podReferences(object);',
      tests: ["test/authorization/node-reads.test.ts"],
    },
    {
      name: "any-node-selector-accepted",
      breaks: "a node lists the Pods of another node",
      file: "src/authz/node/node-request.ts",
      find: 'return requirements.some((one) => one.field === field && one.operator === "=" && one.value === value);',
      replace: 'return requirements.some((one) => one.field === field && one.operator === "=" && value !== "");',
      tests: ["test/authorization/node-reads.test.ts"],
    },
    {
      name: "node-owners-unrestricted",
      breaks: "a node adds an owner to its Node, so that its deletion deletes the Node",
      file: "src/admission/node-restriction/nodes.ts",
      find: "if (!equalJson(metadata.ownerReferences ?? [], old.metadata.ownerReferences ?? [])) {",
      replace: "if (!equalJson(metadata.finalizers ?? [], old.metadata.finalizers ?? [])) {",
      tests: ["test/authorization/node-writes.test.ts"],
    },
    {
      name: "removed-node-label-ignored",
      breaks: "a node removes a label that administrators reserve",
      file: "src/admission/node-restriction/node-labels.ts",
      find: "const names = new Set([...Object.keys(labels), ...Object.keys(old)]);",
      replace: "const names = new Set(Object.keys(labels));",
      tests: ["test/authorization/node-writes.test.ts"],
    },
    {
      name: "token-pod-uid-ignored",
      breaks: "a node gets a token that is bound to a Pod of the same name which was deleted",
      file: "src/admission/node-restriction/account-tokens.ts",
      find: "if (bound.uid !== pod.metadata.uid) {",
      replace: "if (bound.name !== pod.metadata.name) {",
      tests: ["test/authorization/node-writes.test.ts"],
    },
  ],
};
