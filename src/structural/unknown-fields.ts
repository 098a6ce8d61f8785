/** Finds the fields of a value that its schema does not know. Runs only if there are some. */
import type { ReadonlyJsonObject } from "../base/json-object.ts";
import { typeAndMetadata } from "./complete.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** Maximum number of found fields. A body can contain a million. */
const foundMax = 100;

/** The unknown fields of an API object, and the metadata inside it whose fields the schema does not describe. */
export interface UnknownFields {
  /** Sorted: `spec.list[0].size`. Fields of metadata are not among them. */
  readonly paths: readonly string[];
  /** The metadata of the objects inside the object, by their paths. */
  readonly metadata: ReadonlyMap<string, unknown>;
}

/** Returns all unknown fields of an API object. */
export function unknownFields(schema: StructuralSchema, object: ReadonlyJsonObject): UnknownFields {
  const walk = new UnknownFieldWalk();
  walk.visitMembers(object, { ...schema, isEmbeddedResource: true }, schema.preservesUnknownFields, "");
  walk.metadata.delete("metadata");
  return { paths: walk.found.sort(), metadata: walk.metadata };
}

class UnknownFieldWalk {
  readonly found: string[] = [];
  readonly metadata = new Map<string, unknown>();

  /** @param schema undefined if all members are unknown */
  #visit(value: unknown, schema: StructuralSchema | undefined, preserves: boolean, path: string): void {
    if (typeof value !== "object" || value === null || this.found.length >= foundMax) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => this.#visitItem(item, schema, preserves, `${path}[${index}]`));
    } else {
      this.visitMembers(value as ReadonlyJsonObject, schema, preserves, path);
    }
  }

  #visitItem(item: unknown, schema: StructuralSchema | undefined, preserves: boolean, path: string): void {
    const items = schema?.items;
    if (!items && preserves) return;
    this.#visit(item, items, preserves || (items?.preservesUnknownFields ?? false), path);
  }

  visitMembers(
    object: ReadonlyJsonObject,
    schema: StructuralSchema | undefined,
    preserves: boolean,
    path: string,
  ): void {
    for (const name of Object.keys(object)) {
      if (this.found.length >= foundMax) return;
      const inner = path === "" ? name : `${path}.${name}`;
      if (schema?.isEmbeddedResource && typeAndMetadata.has(name)) {
        if (name === "metadata") this.metadata.set(inner, object[name]);
        continue;
      }
      const property = schema?.declaredProperties?.get(name) ?? schema?.values;
      if (property || schema?.hasAdditionalProperties) {
        this.#visit(object[name], property, property?.preservesUnknownFields ?? false, inner);
      } else if (!preserves) this.found.push(inner);
    }
  }
}
