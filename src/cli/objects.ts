/** Objects as commands name and print them. */
import { stringifyJson, stringifyYaml } from "../codec/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ServedType } from "./types/served-type.ts";
import { typeTitle } from "./types/served-type.ts";

/** `deployment.apps/web` */
export function objectTitle(type: ServedType, name: string): string {
  return `${typeTitle(type)}/${name}`;
}

/** Without who owns which fields, which is more than all the rest and for no one to read. */
export function withoutManagedFields<T extends ApiObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata ?? {};
  return object.metadata ? { ...object, metadata } : object;
}

export function toYaml(value: unknown): string {
  return stringifyYaml(value);
}

export function toJson(value: unknown): string {
  return stringifyJson(value, { pretty: true });
}

/** What it is before what it says, as people write it. */
export function typeFirst<T extends ApiObject>({ apiVersion, kind, metadata, ...rest }: T): ApiObject {
  return { apiVersion, kind, metadata, ...rest };
}
