/** Number types with bounds that many fields share. */
import { boundedInteger, int32, int64 } from "../schema/index.ts";

/** 32-bit integer that must not be negative. */
export const nonNegative32 = boundedInteger(int32, { minimum: 0 });
/** 64-bit integer that must not be negative. */
export const nonNegative64 = boundedInteger(int64, { minimum: 0 });
/** Port number from 1 to 65535. */
export const portNumber = boundedInteger(int32, { minimum: 1, maximum: 65_535 });
