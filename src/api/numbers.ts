/** Number types with bounds that many fields share. */
import { boundedInteger, int32, int64 } from "../schema/index.ts";

export const nonNegative32 = boundedInteger(int32, { minimum: 0 });
export const nonNegative64 = boundedInteger(int64, { minimum: 0 });
export const portNumber = boundedInteger(int32, { minimum: 1, maximum: 65_535 });
