import type { ApiObject } from "../../meta/object-meta.ts";

/** Prints objects. Depending on the format, they are printed by `add()` or all together by `end()`. */
export interface ObjectPrinter {
  add(object: ApiObject): void;
  end(): void;
}
