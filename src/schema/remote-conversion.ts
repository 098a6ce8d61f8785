/** Conversion between versions of a custom type by a webhook. */
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";

/** Converts objects of one type between its versions. It remembers recent results, so that code that cannot wait can use them. */
export interface RemoteConversion {
  /** Results of a conversion with other settings are not used. */
  readonly settings: string;
  /**
   * Returns the object in a version.
   * @throws PendingConversion if the result is not known
   */
  convert(object: SharedObject, apiVersion: string): ApiObject;
  /**
   * Returns the objects in a version. Sends at most one request.
   * @throws StatusError 500 if the webhook does not convert them
   */
  convertAll(objects: readonly SharedObject[], apiVersion: string): Promise<readonly ApiObject[]>;
  /**
   * Like `convertAll`, for many objects whose results the caller keeps. They are not remembered.
   * @param options.isPlain whether `JSON.stringify` writes the objects exactly: they have no bigints, symbols of numbers, or keys that
   * JavaScript reorders
   */
  convertList(
    objects: readonly SharedObject[],
    apiVersion: string,
    options: { readonly isPlain: boolean },
  ): Promise<readonly ApiObject[]>;
}

/** Code that cannot wait needs the result of a conversion that is not known. `settle` requests it. */
export class PendingConversion extends Error {
  override readonly name = "PendingConversion";
  /** Requests the result. @throws StatusError 500 if the webhook does not convert the object */
  readonly request: () => Promise<unknown>;

  constructor(request: () => Promise<unknown>) {
    super("the result of a conversion is not known");
    this.request = request;
  }
}

/** Number of conversions that one piece of work needs at most. It converts an object to the versions of its field managers. */
const conversionsMax = 100;

/**
 * Returns the result of work that needs conversions. Requests each of them, and runs the work again.
 * @param work changes nothing until it has all conversions
 * @throws StatusError 500 if the webhook does not convert an object
 */
export async function settle<T>(work: () => T | Promise<T>): Promise<T> {
  for (let conversions = 0; ; conversions++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PendingConversion) || conversions === conversionsMax) throw error;
      await error.request();
    }
  }
}
