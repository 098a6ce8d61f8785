/**
 * A tree of Secrets with owner references, four levels deep: a root, nine branches, ten twigs per branch, and leaves.
 */
import type { Context } from "../figure.ts";
import { ask, createOf, fill } from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";

const collection = "/api/v1/namespaces/tree/secrets";
const [branches, twigsOfEach] = [9, 10];

/** Paths of the tree's Secrets and of its root. */
export interface Tree {
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
export async function ownerTree(context: Context, server: OrchServer, count: number): Promise<Tree> {
  await ask(server.target, createOf("/api/v1/namespaces", { metadata: { name: "tree" } }));
  const root = await create(server, "root");
  const twigs: Owner[] = [];
  for (let branchIndex = 0; branchIndex < branches; branchIndex++) {
    const branch = await create(server, `branch-${branchIndex}`, root);
    for (let index = 0; index < twigsOfEach; index++) {
      twigs.push(await create(server, `twig-${branchIndex}-${index}`, branch));
    }
  }
  const leaves = count - 1 - branches - twigs.length;
  const each = Math.floor(leaves / twigs.length);
  for (const [index, twig] of twigs.entries()) {
    const template = createOf(collection, owned(`leaf-${index}-######`, twig));
    await fill(context, server.target, template, index === 0 ? leaves - each * (twigs.length - 1) : each);
  }
  return { collection, rootPath: `${collection}/root` };
}

async function create({ target }: OrchServer, name: string, owner?: Owner): Promise<Owner> {
  const { status, body } = await ask(target, createOf(collection, owned(name, owner)));
  if (status !== 201) throw new Error(`${name} is not made: ${body.toString("utf8")}`);
  return { name, uid: JSON.parse(body.toString("utf8")).metadata.uid };
}

function owned(name: string, owner?: Owner): object {
  const reference = owner && { apiVersion: "v1", kind: "Secret", ...owner, blockOwnerDeletion: true };
  return { metadata: { name, ...(reference ? { ownerReferences: [reference] } : {}) } };
}
