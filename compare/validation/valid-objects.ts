/** Valid objects of every stored kind, small and rich. The validation suite derives invalid ones from them. */
import { builtinKinds } from "../../src/api/builtin.ts";
import { isOfReference } from "../../src/api/testing/facts.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import type { KindDeclaration } from "../../src/schema/index.ts";
import { filledObject } from "../../test/all-kinds/filled-objects.ts";
import { oneOfEach } from "../../test/support/one-of-each.ts";
import { translateSample } from "../samples.ts";
import type { ComparedServer } from "../suite.ts";
import { richDefinition } from "./rich-definition.ts";

/** An object as a client may send it. */
export interface ValidObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly status?: unknown;
}

/**
 * Kinds whose recorded object is invalid by itself. The reference closes the connection for the recorded definition.
 */
const replaced: Readonly<Record<string, ValidObject>> = { CustomResourceDefinition: richDefinition };

/**
 * Returns the stored kinds of the reference that clients can create.
 * @param options whether to include kinds of features that are off by default. Default: no
 */
export function creatableKinds({
  includesGated = false,
}: {
  readonly includesGated?: boolean;
} = {}): readonly KindDeclaration[] {
  return builtinKinds
    .filter(isOfReference)
    .filter(({ isStored, verbs }) => isStored && verbs.includes("create"))
    .filter(({ featureGate }) => includesGated || featureGate === undefined);
}

/** Returns the group and version of a kind: `apps/v1`, or `v1` of the core group. */
export function groupVersionOf({ group, version }: KindDeclaration): string {
  return [vocabularies.kubernetes.bind(group), version].filter(Boolean).join("/");
}

/** Returns the path of a kind's objects. */
export function collectionOf(kind: KindDeclaration, namespace: string): string {
  const groupVersion = groupVersionOf(kind);
  const root = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
  return kind.scope === "Namespaced" ? `${root}/namespaces/${namespace}/${kind.plural}` : `${root}/${kind.plural}`;
}

/** Returns valid objects of a kind in its version, the richest first. Empty if there is none. */
export function validObjects(kind: KindDeclaration): readonly ValidObject[] {
  const groupVersion = groupVersionOf(kind);
  const head = { apiVersion: groupVersion, kind: kind.kind };
  const small = oneOfEach
    .map((sample) => translateSample(sample, "default"))
    .filter((sample) => sample.kind === kind.kind && sample.apiVersion === groupVersion)
    .map(({ body }): ValidObject => ({ ...head, ...body }));
  return [...richObjects(kind.kind, groupVersion), ...small];
}

function richObjects(kind: string, groupVersion: string): readonly ValidObject[] {
  const known = replaced[kind];
  if (known) return [known];
  try {
    return [filledObject({ groupVersion, kind })];
  } catch {
    // Not every version of every kind is recorded.
    return [];
  }
}

/**
 * Returns the JSON text of a valid or changed object, with the scenario's own namespace, names, addresses and ports.
 * Scenarios run concurrently, so they must not share them.
 */
export function textForScenario(
  text: string,
  kind: KindDeclaration,
  object: ValidObject,
  server: ComparedServer,
): string {
  const { address, port } = ownAddress(server.namespace);
  const changed = text
    .replaceAll('"namespace":"default"', `"namespace":"${server.namespace}"`)
    .replaceAll(sampleAddresses, `"${address}"`)
    .replace(/"nodePort":(30080|30090)\b/g, (_, found) => `"nodePort":${port + (found === "30090" ? 1 : 0)}`);
  if (kind.scope === "Namespaced") return changed;
  const { name } = object.metadata;
  if (name === sampleAddress) return changed;
  // The names of some kinds contain a domain of their spec. Both become a domain of the scenario.
  if (name.endsWith("example.com")) return changed.replaceAll("example.com", `${server.namespace}.example.com`);
  return changed.replaceAll(`"name":"${name}"`, `"name":"${server.name(name)}"`);
}

const sampleAddress = "10.96.0.10";
/** Addresses that the valid objects claim in the cluster. */
const sampleAddresses = /"10\.96\.0\.(10|80)"/g;

/** Returns an address and the first of two ports, which are unique among a thousand consecutive scenarios. */
function ownAddress(namespace: string): { readonly address: string; readonly port: number } {
  const number = Number(/\d+$/.exec(namespace)?.[0] ?? 0) % 1000;
  return { address: `10.100.${Math.floor(number / 250)}.${1 + (number % 250)}`, port: 30_200 + 2 * number };
}
