/** Data without a type. */
import { equalJson } from "../../../base/json-tree.ts";
import { opaqueType } from "../../types/index.ts";
import { OpaqueValue, type Value } from "../../values/index.ts";
import { elementData, type ValueOfJson } from "./element-data.ts";

/** Data that the schema preserves without declaring their type. Expressions can only compare objects that contain them. */
export class PreservedValue extends OpaqueValue implements ValueOfJson {
  readonly json: unknown;
  override readonly type = opaqueType("unknown");

  constructor(json: unknown) {
    super();
    this.json = json;
  }

  override equals(other: Value): boolean {
    return equalJson(this.json, elementData(other));
  }
}
