/** The fields of built-in kinds, as expressions select them. */
import { builtinKinds } from "../../../api/index.ts";
import { escapeFieldName } from "../../../cel/index.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import type { Schema } from "../../../schema/index.ts";

/** A kind and its fields. */
export interface KindFields {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  /** Such as `object.spec.containers[0].name`. */
  readonly paths: readonly string[];
}

const depthMax = 5;
/** Deeper fields of a kind are left out. They have the types of others. */
const pathsMax = 150;

/** Returns the fields of all kinds that are stored, those of metadata only once. */
export function kindFields(): readonly KindFields[] {
  const stored = builtinKinds.filter(({ isStored }) => isStored);
  return stored.map(({ group, version, kind, plural, schema }, index) => {
    const paths = breadthFirst("object", schema, (path) => index === 0 || !path.startsWith("object.metadata."));
    return { group: vocabularies.kubernetes.bind(group), version, resource: plural, kind, paths };
  });
}

function breadthFirst(root: string, schema: Schema, isWanted: (path: string) => boolean): readonly string[] {
  const paths: string[] = [];
  let level: (readonly [string, Schema])[] = [[root, schema]];
  for (let depth = 0; depth < depthMax && paths.length < pathsMax; depth++) {
    level = level.flatMap(([path, one]) => partsOf(path, one)).filter(([path]) => isWanted(path));
    paths.push(...level.map(([path]) => path));
  }
  return paths.slice(0, pathsMax);
}

function partsOf(path: string, schema: Schema): (readonly [string, Schema])[] {
  switch (schema.node) {
    case "struct":
      return schema.fields.flatMap(({ name, schema: field }) => {
        const escaped = escapeFieldName(name);
        return escaped === undefined ? [] : [[`${path}.${escaped}`, field] as const];
      });
    case "list":
      return [[`${path}[0]`, schema.items]];
    case "map":
      return schema.values.node === "quantity" ? [] : [[`${path}["x"]`, schema.values]];
    default:
      return [];
  }
}
