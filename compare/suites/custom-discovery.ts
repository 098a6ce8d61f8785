/** Aggregated discovery of custom types, after each change of their definitions. */

import { definitionOf, plain, versioned, widget } from "../custom-types/definitions.ts";
import { definitionsPath } from "../definitions/definitions-path.ts";
import { patchTypes } from "../patch-types.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";

const forms: readonly string[] = ["v2", "v2beta1"].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
);
const [json = ""] = forms;
const merge = { "content-type": patchTypes.merge };

/** The end of the names of all groups of this suite. */
const domain = "discovered.example.com";

type Groups = readonly Json[];

/** Waits until the document shows a change, and compares it in all forms. */
async function discoverWhen(server: ComparedServer, isReached: (groups: Groups) => boolean): Promise<void> {
  const headers = { accept: json };
  await server.until("/apis", (answer) => isReached(customGroups(answer.json)), { headers });
  for (const accept of forms) await server.send("/apis", { headers: { accept } });
}

function customGroups(list: Json): Groups {
  return (list?.items ?? []).filter(({ metadata }: Json) => metadata.name?.endsWith(domain));
}

function resourcesOf(groups: Groups, version: string): readonly Json[] {
  return groups
    .flatMap(({ versions }) => versions.filter((one: Json) => one.version === version))
    .flatMap(({ resources }) => resources);
}

/** Deletes the definitions at the end, because the scenario may be repeated, and its documents list the groups of all runs. */
async function run(server: ComparedServer): Promise<void> {
  const created: string[] = [];
  try {
    await changeDefinitions(server, created);
  } finally {
    for (const path of created) {
      await server.prepare(path, { method: "DELETE" });
      await server.until(path, ({ status }) => status === 404);
    }
    await discoverWhen(server, (groups) => groups.length === 0);
  }
}

async function changeDefinitions(server: ComparedServer, created: string[]): Promise<void> {
  const [first, second] = ["b", "a"].map((name) => `${server.name(name)}.${domain}`);
  const create = async (group: string | undefined, options: Parameters<typeof definitionOf>[1]): Promise<string> => {
    const body = definitionOf(group ?? "", options);
    await server.prepare(definitionsPath, { body });
    const path = `${definitionsPath}/${body.metadata.name}`;
    created.push(path);
    return path;
  };
  const hasKinds = (count: number) => (groups: Groups) => resourcesOf(groups, "v1").length === count;
  await create(first, widget);
  await discoverWhen(server, hasKinds(1));
  const definition = await create(first, {
    ...versioned,
    singular: "gadget",
    names: { shortNames: ["g1", "g0"], categories: ["z", "a"] },
  });
  await discoverWhen(server, hasKinds(2));
  await create(second, { ...plain, singular: "zebra" });
  await create(second, { ...plain, singular: "apple" });
  await discoverWhen(server, hasKinds(4));
  const patchDefinition = async (spec: object): Promise<void> => {
    await server.prepare(definition, { method: "PATCH", headers: merge, body: { spec } });
  };
  await patchDefinition({ names: { shortNames: ["g2"], categories: [] } });
  await discoverWhen(server, (groups) => resourcesOf(groups, "v1").some(({ shortNames }) => shortNames?.[0] === "g2"));
  const { json: stored } = await server.prepare(definition);
  const versions = stored.spec.versions.map((one: Json) => ({
    ...one,
    served: one.name !== "v2alpha1",
    ...(one.name === "v1" ? { subresources: {} } : {}),
  }));
  await patchDefinition({ versions });
  await discoverWhen(server, (groups) => {
    const gadget = resourcesOf(groups, "v1").find(({ resource }) => resource === "gadgets");
    return (
      resourcesOf(groups, "v2alpha1").length === 0 && resourcesOf(groups, "v0").length === 1 && !gadget?.subresources
    );
  });
  await server.prepare(definition, { method: "DELETE" });
  created.splice(created.indexOf(definition), 1);
  await discoverWhen(server, hasKinds(3));
}

/** Each document lists the groups of all scenarios, so there is only one. */
export const customDiscovery: Suite = {
  name: "custom-discovery",
  covers: "aggregated discovery of custom types: order, versions, subresources, short names, categories and freshness",
  usesNamespaces: false,
  // The ETag is a digest of the whole document.
  ignoredHeaders: ["etag", "content-length"],
  rewriteBody: (text) => {
    if (!text.includes('"APIGroupDiscoveryList"')) return text;
    const list = JSON.parse(text);
    return JSON.stringify({ ...list, items: customGroups(list) });
  },
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    yield { title: "aggregated discovery after changes of definitions", run };
  },
};
