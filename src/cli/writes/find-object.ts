import { type Api, StatusError } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

/** Reads an object. @returns undefined if it does not exist */
export async function findObject(api: Api, name: string, signal: AbortSignal): Promise<ApiObject | undefined> {
  try {
    return await api.get(name, { signal });
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined;
    throw error;
  }
}
