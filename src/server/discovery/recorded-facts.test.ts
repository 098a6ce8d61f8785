/** Compares discovery with the recorded discovery of the reference. */
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { type FactResource, isOfReference, readFacts } from "../../api/testing/facts.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { installDiscovery } from "./install.ts";
import { ServedBuiltin } from "./testing/served-builtin.ts";
import type { ApiResource, ApiResourceList } from "./types.ts";

function serveDiscovery(kinds: readonly KindDeclaration[] | undefined): ServedBuiltin {
  const served = new ServedBuiltin("kubernetes", kinds);
  installDiscovery(served.paths, {
    resources: served.resources,
    vocabulary: served.vocabulary,
    serverAddress: () => "10.0.0.1:6443",
  });
  return served;
}

async function resourcesAt(served: ServedBuiltin, path: string): Promise<readonly ApiResource[]> {
  return (await served.get(path)).json<ApiResourceList>().resources;
}

const facts = readFacts("resources");
const referenceKinds = builtinKinds.filter(isOfReference);

/** Returns the members that are not undefined. */
function withoutAbsent(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns the discovery entries of a recorded resource and its subresources. */
function entriesOf(fact: FactResource): object[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories, storageVersionHash } = fact;
  const sorted = [...verbs].sort();
  // All features of subresources are off here.
  const enabledSubresources = (fact.subresources ?? []).filter(({ featureGate }) => featureGate === undefined);
  const subresources = enabledSubresources.map((one) => {
    const isForeign = one.group !== fact.group || one.version !== fact.version;
    return {
      name: `${plural}/${one.name}`,
      singularName: "",
      namespaced,
      ...(isForeign ? { group: one.group, version: one.version } : {}),
      kind: one.kind,
      verbs: [...one.verbs].sort(),
    };
  });
  const common = { name: plural, singularName: singular, namespaced, kind, verbs: sorted };
  return [withoutAbsent({ ...common, shortNames, categories, storageVersionHash }), ...subresources];
}

/** Returns the recorded groups, each with its preferred version first, and the entries of each group version. */
function recordedDiscovery(isServed: (fact: FactResource) => boolean): {
  groups: object[];
  lists: Map<string, object[]>;
} {
  const lists = new Map<string, object[]>();
  const groups = facts.groups.flatMap(({ name, versions }) => {
    const served = versions.flatMap(({ version }) => {
      const resources = facts.resources.filter((one) => one.group === name && one.version === version);
      const listed = resources.filter(isServed).flatMap(entriesOf);
      const groupVersion = name === "" ? version : `${name}/${version}`;
      if (listed.length > 0) lists.set(groupVersion, listed);
      return listed.length > 0 ? [{ groupVersion, version }] : [];
    });
    return served.length > 0 ? [{ name, versions: served, preferredVersion: served[0] }] : [];
  });
  return { groups, lists };
}

/** Compares lists by name. */
function compare(actual: readonly object[], expected: readonly object[], groupVersion: string): void {
  const nameOf = (one: object): string => (one as { readonly name: string }).name;
  const byName = (list: readonly object[]): object => Object.fromEntries(list.map((one) => [nameOf(one), one]));
  expect(byName(actual), groupVersion).toEqual(byName(expected));
}

describe("discovery", () => {
  describe.each([
    [
      "the default kinds",
      referenceKinds.filter((kind) => kind.servedByDefault),
      (fact: FactResource) => fact.servedByDefault,
    ],
    ["all kinds enabled", referenceKinds, () => true],
  ] as const)("discovery with %s", (_, kinds, isServed) => {
    test("discovery lists the recorded groups in order, with the same preferred versions", async () => {
      await using served = serveDiscovery(kinds);
      const core = (await served.get("/api")).json<{ versions: readonly string[] }>().versions;
      const { groups } = (await served.get("/apis")).json<{ groups: readonly object[] }>();
      const expected = recordedDiscovery(isServed).groups;
      expect(expected.length).toBeGreaterThan(19);
      expect(core).toEqual(["v1"]);
      expect(groups).toEqual(expected.slice(1));
    });

    test("discovery lists every recorded resource and subresource, and nothing else", async () => {
      await using served = serveDiscovery(kinds);
      let compared = 0;
      for (const [groupVersion, expected] of recordedDiscovery(isServed).lists) {
        const path = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
        compare(await resourcesAt(served, path), expected, groupVersion);
        compared += expected.length;
      }
      expect(compared).toBeGreaterThan(90);
    });

    test.each(["v2", "v2beta1"])(
      "aggregated discovery %s contains the same resources as the lists",
      async (version) => {
        await using served = serveDiscovery(kinds);
        const accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
        const lists = recordedDiscovery(isServed).lists;
        const found = new Map<string, object[]>();
        for (const root of ["/api", "/apis"]) {
          const { items } = (await served.get(root, { accept })).json<{ items: readonly AggregatedGroup[] }>();
          for (const { metadata, versions } of items) {
            for (const one of versions) {
              expect(one.freshness).toBe("Current");
              const groupVersion = metadata.name === undefined ? one.version : `${metadata.name}/${one.version}`;
              found.set(groupVersion, one.resources.flatMap(plainEntries));
            }
          }
        }
        expect([...found.keys()]).toEqual([...lists.keys()]);
        for (const [groupVersion, list] of lists) {
          const aggregatedEntries = list.map((one) =>
            Object.fromEntries(Object.entries(one).filter(([name]) => !isPlainOnly(name))),
          );
          compare(found.get(groupVersion) ?? [], aggregatedEntries, groupVersion);
        }
      },
    );
  });
});

interface AggregatedGroup {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly freshness: string;
    readonly resources: readonly AggregatedResource[];
  }[];
}

interface AggregatedResource {
  readonly resource: string;
  readonly responseKind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly scope: "Cluster" | "Namespaced";
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly AggregatedSubresource[];
}

type AggregatedSubresource = Pick<AggregatedResource, "responseKind" | "verbs"> & { readonly subresource: string };

/** Whether aggregated discovery does not have this member. */
function isPlainOnly(name: string): boolean {
  return name === "storageVersionHash";
}

/** Returns the plain discovery entries of a resource in aggregated discovery, and of its subresources. */
function plainEntries({
  resource,
  responseKind,
  scope,
  singularResource,
  subresources = [],
  ...otherFields
}: AggregatedResource): object[] {
  const namespaced = scope === "Namespaced";
  const kindOf = ({ group, version, kind }: AggregatedResource["responseKind"]): object =>
    group === "" && version === "" ? { kind } : { group, version, kind };
  const subresourceEntries = subresources.map(({ subresource, responseKind: subresourceKind, verbs }) => {
    return { name: `${resource}/${subresource}`, singularName: "", namespaced, ...kindOf(subresourceKind), verbs };
  });
  return [
    { name: resource, singularName: singularResource, namespaced, ...kindOf(responseKind), ...otherFields },
    ...subresourceEntries,
  ];
}
