/** Discovery, held against what the reference's was recorded to be. */
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { type FactResource, isOfReference, readFacts } from "../../api/testing/facts.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import { installDiscovery } from "./install.ts";
import { ServedBuiltin } from "./testing/served-builtin.ts";
import type { ApiResource, ApiResourceList } from "./types.ts";

function discovered(kinds: readonly KindDeclaration[] | undefined): ServedBuiltin {
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

/** Absent members are left out, as in what is served. */
function withoutAbsent(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** What a recorded resource and its subresources are listed as. */
function listedAs(fact: FactResource): object[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories, storageVersionHash } = fact;
  const sorted = [...verbs].sort();
  // All features of subresources are off here.
  const offered = (fact.subresources ?? []).filter(({ featureGate }) => featureGate === undefined);
  const subresources = offered.map((one) => {
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

/** Recorded group versions, each group with its preferred version first, and what each version lists. */
function recorded(isServed: (fact: FactResource) => boolean): { groups: object[]; lists: Map<string, object[]> } {
  const lists = new Map<string, object[]>();
  const groups = facts.groups.flatMap(({ name, versions }) => {
    const served = versions.flatMap(({ version }) => {
      const resources = facts.resources.filter((one) => one.group === name && one.version === version);
      const listed = resources.filter(isServed).flatMap(listedAs);
      const groupVersion = name === "" ? version : `${name}/${version}`;
      if (listed.length > 0) lists.set(groupVersion, listed);
      return listed.length > 0 ? [{ groupVersion, version }] : [];
    });
    return served.length > 0 ? [{ name, versions: served, preferredVersion: served[0] }] : [];
  });
  return { groups, lists };
}

/** What has no answers yet. Where one of them is served, it agrees with the facts like everything else. */
const mayBeMissing: ReadonlySet<string> = new Set(["serviceaccounts/token"]);

/** By name. @param expected is left without what may be missing, and is */
function compare(actual: readonly object[], expected: readonly object[], groupVersion: string): void {
  const nameOf = (one: object): string => (one as { readonly name: string }).name;
  const byName = (list: readonly object[]): object => Object.fromEntries(list.map((one) => [nameOf(one), one]));
  const found = new Set(actual.map(nameOf));
  const due = expected.filter((one) => found.has(nameOf(one)) || !mayBeMissing.has(nameOf(one)));
  expect(byName(actual), groupVersion).toEqual(byName(due));
}

describe("the recorded facts", () => {
  describe.each([
    [
      "what is on by default",
      referenceKinds.filter((kind) => kind.servedByDefault),
      (fact: FactResource) => fact.servedByDefault,
    ],
    ["everything that can be turned on", referenceKinds, () => true],
  ] as const)("%s", (_, kinds, isServed) => {
    test("is listed by group, in order, with the same preferred versions", async () => {
      await using served = discovered(kinds);
      const core = (await served.get("/api")).json<{ versions: readonly string[] }>().versions;
      const { groups } = (await served.get("/apis")).json<{ groups: readonly object[] }>();
      const expected = recorded(isServed).groups;
      expect(expected.length).toBeGreaterThan(19);
      expect(core).toEqual(["v1"]);
      expect(groups).toEqual(expected.slice(1));
    });

    test("is listed with every resource and subresource, and nothing else", async () => {
      await using served = discovered(kinds);
      let compared = 0;
      for (const [groupVersion, expected] of recorded(isServed).lists) {
        const path = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
        compare(await resourcesAt(served, path), expected, groupVersion);
        compared += expected.length;
      }
      expect(compared).toBeGreaterThan(90);
    });

    test.each(["v2", "v2beta1"])("is the same in aggregated discovery %s as in the lists", async (version) => {
      await using served = discovered(kinds);
      const accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
      const lists = recorded(isServed).lists;
      const found = new Map<string, object[]>();
      for (const root of ["/api", "/apis"]) {
        const { items } = (await served.get(root, { accept })).json<{ items: readonly AggregatedGroup[] }>();
        for (const { metadata, versions } of items) {
          for (const one of versions) {
            expect(one.freshness).toBe("Current");
            const groupVersion = metadata.name === undefined ? one.version : `${metadata.name}/${one.version}`;
            found.set(groupVersion, one.resources.flatMap(flattened));
          }
        }
      }
      expect([...found.keys()]).toEqual([...lists.keys()]);
      for (const [groupVersion, list] of lists) {
        const told = list.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !isPlainOnly(name))));
        compare(found.get(groupVersion) ?? [], told, groupVersion);
      }
    });
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

/** What aggregated discovery does not tell. */
function isPlainOnly(name: string): boolean {
  return name === "storageVersionHash";
}

/** A resource of aggregated discovery as plain lists have it. */
function flattened({
  resource,
  responseKind,
  scope,
  singularResource,
  subresources = [],
  ...rest
}: AggregatedResource): object[] {
  const namespaced = scope === "Namespaced";
  const kindOf = ({ group, version, kind }: AggregatedResource["responseKind"]): object =>
    group === "" && version === "" ? { kind } : { group, version, kind };
  const below = subresources.map(({ subresource, responseKind: answered, verbs }) => {
    return { name: `${resource}/${subresource}`, singularName: "", namespaced, ...kindOf(answered), verbs };
  });
  return [{ name: resource, singularName: singularResource, namespaced, ...kindOf(responseKind), ...rest }, ...below];
}
