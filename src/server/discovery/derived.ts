import { type ResourceTable } from "../served/resource-table.ts";

/** Returns a function with the result of `derive`, which runs again after the table has changed. */
export function derivedFrom<T>(resources: ResourceTable, derive: () => T): () => T {
  let cached: { readonly revision: number; readonly value: T } | undefined;
  return () => {
    if (cached?.revision !== resources.revision) cached = { revision: resources.revision, value: derive() };
    return cached.value;
  };
}
