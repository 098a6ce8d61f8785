/** The conversion of a part of an object to a value. Values of lists and objects convert their parts when they are read. */

import type { StructuralSchema } from "../../../structural/index.ts";
import type { Value } from "../../values/index.ts";

/**
 * Returns the value of data; an error if the data do not match the schema.
 * @param data JSON, or an `ExpressionElement`
 */
export type Convert = (data: unknown, schema: StructuralSchema) => Value;
