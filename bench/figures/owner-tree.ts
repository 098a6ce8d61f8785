/**
 * A tree of Secrets with owner references, four levels deep: a root, nine branches, ten twigs per branch, and leaves.
 */
import type { FigureContext } from "../figure.ts";
import { createNumberedObjects, createRequest, sendRequest } from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";

const collection = "/api/v1/namespaces/tree/secrets";
const [branches, twigsPerBranch] = [9, 10];

/** Paths of the tree's Secrets and of its root. */
export interface OwnerTree {
  readonly collection: string;
  readonly rootPath: string;
}

interface Owner {
  readonly name: string;
  readonly uid: string;
}

/**
 * Creates the tree.
 * @param count number of objects in the whole tree
 */
export async function createOwnerTree(context: FigureContext, server: OrchServer, count: number): Promise<OwnerTree> {
  await sendRequest(server.target, createRequest("/api/v1/namespaces", { metadata: { name: "tree" } }));
  const root = await createSecret(server, "root");
  const twigs: Owner[] = [];
  for (let branchIndex = 0; branchIndex < branches; branchIndex++) {
    const branch = await createSecret(server, `branch-${branchIndex}`, root);
    for (let index = 0; index < twigsPerBranch; index++) {
      twigs.push(await createSecret(server, `twig-${branchIndex}-${index}`, branch));
    }
  }
  const leaves = count - 1 - branches - twigs.length;
  const leavesPerTwig = Math.floor(leaves / twigs.length);
  for (const [index, twig] of twigs.entries()) {
    const template = createRequest(collection, secretWithOwner(`leaf-${index}-######`, twig));
    await createNumberedObjects(
      context,
      server.target,
      template,
      index === 0 ? leaves - leavesPerTwig * (twigs.length - 1) : leavesPerTwig,
    );
  }
  return { collection, rootPath: `${collection}/root` };
}

async function createSecret({ target }: OrchServer, name: string, owner?: Owner): Promise<Owner> {
  const { status, body } = await sendRequest(target, createRequest(collection, secretWithOwner(name, owner)));
  if (status !== 201) throw new Error(`Secret ${name} was not created: ${body.toString("utf8")}`);
  return { name, uid: JSON.parse(body.toString("utf8")).metadata.uid };
}

function secretWithOwner(name: string, owner?: Owner): object {
  const reference = owner && { apiVersion: "v1", kind: "Secret", ...owner, blockOwnerDeletion: true };
  return { metadata: { name, ...(reference ? { ownerReferences: [reference] } : {}) } };
}
