import type { ApiObject } from "../meta/object-meta.ts";

/** Prints objects that it is given one after the other, at once or at their end. */
export interface ObjectPrinter {
  add(object: ApiObject): void;
  end(): void;
}
