/** Formats objects and their names. */
import { stringifyJson, stringifyYaml } from "../../codec/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ServedType } from "../types/served-type.ts";
import { typeTitle } from "../types/served-type.ts";

/** Returns `deployment.apps/web`. */
export function objectTitle(type: ServedType, name: string): string {
  return `${typeTitle(type)}/${name}`;
}

/** Returns the object without managedFields, which are longer than the rest and hard to read. */
export function withoutManagedFields<T extends ApiObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata ?? {};
  return object.metadata ? { ...object, metadata } : object;
}

/** Formats a value as YAML. */
export function toYaml(value: unknown): string {
  return stringifyYaml(value);
}

/** Formats a value as indented JSON. */
export function toJson(value: unknown): string {
  return stringifyJson(value, { pretty: true });
}

/** Returns the object with apiVersion, kind and metadata first, the usual order in manifests. */
export function typeFirst<T extends ApiObject>({ apiVersion, kind, metadata, ...rest }: T): ApiObject {
  return { apiVersion, kind, metadata, ...rest };
}
