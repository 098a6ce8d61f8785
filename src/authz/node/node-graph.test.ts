import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import type { Random } from "../../base/random.ts";
import {
  type BoundPod,
  type BoundVolume,
  NodeGraph,
  type ObjectPlace,
  type PodReference,
  type RelatedResource,
} from "./node-graph.ts";

const shop = (name: string): ObjectPlace => ({ namespace: "shop", name });
const cluster = (name: string): ObjectPlace => ({ namespace: "", name });

function podWith(nodeName: string, ...references: readonly (readonly [PodReference["resource"], string])[]): BoundPod {
  return { nodeName, references: references.map(([resource, name]) => ({ resource, name })) };
}

test("the objects of a Pod are related to the Pod's node, in the Pod's namespace", () => {
  const graph = new NodeGraph();
  graph.setPod(shop("web"), podWith("a", ["secrets", "key"], ["configmaps", "key"], ["serviceaccounts", "web"]));
  expect(graph.isRelated("a", "secrets", shop("key"))).toBe(true);
  expect(graph.isRelated("a", "configmaps", shop("key"))).toBe(true);
  expect(graph.isRelated("a", "serviceaccounts", shop("web"))).toBe(true);
  expect(graph.isRelated("a", "pods", shop("web"))).toBe(true);
  expect(graph.isRelated("b", "secrets", shop("key"))).toBe(false);
  expect(graph.isRelated("b", "pods", shop("web"))).toBe(false);
  expect(graph.isRelated("a", "secrets", { namespace: "bank", name: "key" })).toBe(false);
  expect(graph.isRelated("a", "resourceclaims", shop("key"))).toBe(false);
  expect(graph.isRelated("a", "secrets", shop("web"))).toBe(false);
});

test("a volume and its Secrets are related to the nodes whose Pods use its claim", () => {
  const graph = new NodeGraph();
  const secret = { namespace: "storage", name: "key" };
  graph.setVolume("disk", { claim: shop("data"), secrets: [secret] });
  expect(graph.isRelated("a", "persistentvolumes", cluster("disk"))).toBe(false);
  graph.setPod(shop("db"), podWith("a", ["persistentvolumeclaims", "data"]));
  expect(graph.isRelated("a", "persistentvolumeclaims", shop("data"))).toBe(true);
  expect(graph.isRelated("a", "persistentvolumes", cluster("disk"))).toBe(true);
  expect(graph.isRelated("a", "secrets", secret)).toBe(true);
  expect(graph.isRelated("b", "secrets", secret)).toBe(false);
  graph.setVolume("disk", undefined);
  expect(graph.isRelated("a", "persistentvolumes", cluster("disk"))).toBe(false);
  expect(graph.isRelated("a", "secrets", secret)).toBe(false);
  expect(graph.isRelated("a", "persistentvolumeclaims", shop("data"))).toBe(true);
});

test("objects are related to a node until its last Pod that uses them is removed", () => {
  const graph = new NodeGraph();
  graph.setPod(shop("one"), podWith("a", ["secrets", "key"]));
  graph.setPod(shop("two"), podWith("a", ["secrets", "key"]));
  graph.removePod(shop("one"));
  expect(graph.isRelated("a", "secrets", shop("key"))).toBe(true);
  graph.setPod(shop("two"), podWith("b", ["secrets", "key"]));
  expect(graph.isRelated("a", "secrets", shop("key"))).toBe(false);
  expect(graph.isRelated("b", "secrets", shop("key"))).toBe(true);
});

test("an object that names a node is related to this node only", () => {
  const graph = new NodeGraph();
  graph.setAssigned("volumeattachments", "one", "a");
  graph.setAssigned("resourceslices", "one", "b");
  expect(graph.isRelated("a", "volumeattachments", cluster("one"))).toBe(true);
  expect(graph.isRelated("a", "resourceslices", cluster("one"))).toBe(false);
  graph.setAssigned("volumeattachments", "one", "");
  graph.removeAssigned("resourceslices", "one");
  expect(graph.isRelated("a", "volumeattachments", cluster("one"))).toBe(false);
  expect(graph.isRelated("b", "resourceslices", cluster("one"))).toBe(false);
});

test("a namespace with a slash has no related objects", () => {
  const graph = new NodeGraph();
  graph.setPod({ namespace: "a", name: "p" }, podWith("n", ["secrets", "b/c"]));
  expect(graph.isRelated("n", "secrets", { namespace: "a/b", name: "c" })).toBe(false);
});

test("a graph from which everything is removed keeps nothing", async () => {
  await withSeed(async (random) => {
    const world = new World();
    for (let step = 0; step < 2000; step++) world.change(random);
    world.removeAll();
    expect(world.graph.size).toEqual({ ids: 0, nodes: 0, secretsOfVolumes: 0 });
  });
});

test("after random changes, the relations are those that a search in all objects finds", async () => {
  await withSeed(async (random) => {
    const world = new World();
    for (let round = 0; round < 40; round++) {
      for (let step = 0; step < 25; step++) world.change(random);
      world.compare();
    }
  });
});

const nodes = ["n1", "n2", "n3"];
const names = ["x", "y", "z"];
const namespaces = ["one", "two"];
const used = ["configmaps", "persistentvolumeclaims", "resourceclaims", "secrets", "serviceaccounts"] as const;
const cells = namespaces.flatMap((namespace) => names.map((name) => ({ namespace, name })));

function oneOf<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)] as T;
}

/** Objects, a graph that is told of their changes, and a search that reads the objects themselves. */
class World {
  readonly graph = new NodeGraph();
  readonly #pods = new Map<string, ObjectPlace & BoundPod>();
  readonly #volumes = new Map<string, BoundVolume>();
  readonly #attachments = new Map<string, string>();

  change(random: Random): void {
    const kind = random.below(10);
    if (kind < 6) this.#changePod(random);
    else if (kind < 9) this.#changeVolume(random);
    else this.#changeAttachment(random);
  }

  removeAll(): void {
    for (const pod of this.#pods.values()) this.graph.removePod(pod);
    for (const name of this.#volumes.keys()) this.graph.removeVolume(name);
  }

  compare(): void {
    const resources: readonly RelatedResource[] = [...used, "pods"];
    for (const node of nodes) {
      for (const place of cells) {
        for (const resource of resources) this.#compareOne(node, resource, place);
      }
      for (const name of names) {
        this.#compareOne(node, "persistentvolumes", cluster(name));
        this.#compareOne(node, "volumeattachments", cluster(name));
      }
    }
  }

  #compareOne(node: string, resource: RelatedResource, place: ObjectPlace): void {
    const found = this.graph.isRelated(node, resource, place);
    expect(found, `${node} ${resource} ${place.namespace}/${place.name}`).toBe(this.#search(node, resource, place));
  }

  #search(node: string, resource: RelatedResource, place: ObjectPlace): boolean {
    const pods = [...this.#pods.values()].filter(({ nodeName }) => nodeName === node);
    const uses = (name: string, { namespace, name: own }: ObjectPlace): boolean =>
      pods.some(
        (pod) => pod.namespace === namespace && pod.references.some((one) => one.resource === name && one.name === own),
      );
    if (resource === "pods") return pods.some((pod) => pod.namespace === place.namespace && pod.name === place.name);
    if (resource === "volumeattachments") return this.#attachments.get(place.name) === node;
    const mounted = [...this.#volumes].filter(([, { claim }]) => uses("persistentvolumeclaims", claim));
    if (resource === "persistentvolumes") return mounted.some(([name]) => name === place.name);
    if (uses(resource, place)) return true;
    return (
      resource === "secrets" &&
      mounted.some(([, { secrets }]) =>
        secrets.some((secret) => secret.namespace === place.namespace && secret.name === place.name),
      )
    );
  }

  #changePod(random: Random): void {
    const place = oneOf(random, cells);
    const key = `${place.namespace}/${place.name}`;
    if (random.below(4) === 0) {
      this.#pods.delete(key);
      this.graph.removePod(place);
      return;
    }
    const references = Array.from({ length: random.below(5) }, () => {
      return { resource: oneOf(random, used), name: oneOf(random, names) };
    });
    const pod = { nodeName: oneOf(random, nodes), references };
    this.#pods.set(key, { ...place, ...pod });
    this.graph.setPod(place, pod);
  }

  #changeVolume(random: Random): void {
    const name = oneOf(random, names);
    if (random.below(4) === 0) {
      this.#volumes.delete(name);
      this.graph.removeVolume(name);
      return;
    }
    const secrets = Array.from({ length: random.below(3) }, () => oneOf(random, cells));
    const volume = { claim: oneOf(random, cells), secrets };
    this.#volumes.set(name, volume);
    this.graph.setVolume(name, volume);
  }

  #changeAttachment(random: Random): void {
    const name = oneOf(random, names);
    const node = oneOf(random, ["", ...nodes]);
    this.#attachments.set(name, node);
    this.graph.setAssigned("volumeattachments", name, node);
  }
}
