/** How clients of an endpoint see stored objects: as they are, in another version, or as another kind. */
import { CachedObject } from "../../cache/index.ts";
import { stringifyJson } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { BoundKind, Resource } from "../../registry/index.ts";
import type { Column, CompiledSchema } from "../../schema/index.ts";
import type { TableShape } from "../output/table.ts";

export interface ObjectShape extends TableShape {
  readonly kind: Pick<BoundKind, "kind" | "listKind" | "apiVersion">;
  readonly schema: CompiledSchema<ApiObject>;
  /** Whether what clients get is made of the parsed object; else it shares the stored bytes. */
  readonly isMade: boolean;
  /** What clients get for a stored object. */
  shown(stored: CachedObject): CachedObject;
}

/** The stored objects themselves. */
export function storedShape(resource: Resource): ObjectShape {
  const { kind, schema, columns, rowConditions, rowOrder } = resource;
  return {
    kind,
    schema,
    columns,
    rowConditions,
    rowOrder,
    parseForRow: (stored) => resource.parseForRow(stored),
    // Also in another version, because the reference takes it from its internal form.
    aloneMetadata: (stored) => resource.aloneMetadata(stored),
    hookContext: () => resource.hookContext(),
    isMade: false,
    shown: (stored) => stored,
  };
}

export interface OtherKind {
  readonly kind: ObjectShape["kind"];
  readonly schema: CompiledSchema<ApiObject>;
  readonly columns: readonly Column<ApiObject>[];
  readonly show: (stored: ApiObject) => ApiObject;
}

/** Objects of another kind that are made of the stored ones, with rows of their own. */
export function shapeAs(resource: Resource, { kind, schema, columns, show }: OtherKind): ObjectShape {
  return {
    kind,
    schema,
    columns,
    rowForm: `row ${kind.kind}`,
    parseForRow: (stored) => show(resource.parse(stored)),
    hookContext: () => resource.hookContext(),
    isMade: true,
    shown: (stored) => madeOf(stored, schema, show(resource.parse(stored))),
  };
}

/** What clients get instead of a stored object. */
export function madeOf(stored: CachedObject, schema: CompiledSchema<ApiObject>, shown: ApiObject): CachedObject {
  const { object, exact } = schema.canonical(shown);
  const bytes = Buffer.from(stringifyJson(object, { exact }));
  return new CachedObject(stored.key, stored.revision, { bytes, exact });
}
