/** Numbers within bounds that many fields share. */
import { int32, int64, within } from "../schema/index.ts";

export const nonNegative32 = within(int32, { minimum: 0 });
export const nonNegative64 = within(int64, { minimum: 0 });
export const portNumber = within(int32, { minimum: 1, maximum: 65_535 });
