import { type ResourceTable } from "../served/resource-table.ts";

/** Returns a function with the result of `derive`, which runs again after the table has changed. */
export function derivedFrom<T>(resources: ResourceTable, derive: () => T): () => T {
  let made: { readonly revision: number; readonly value: T } | undefined;
  return () => {
    if (made?.revision !== resources.revision) made = { revision: resources.revision, value: derive() };
    return made.value;
  };
}
