/** JSON whose integers stay what they are: what is read here may be written back, or kept in a file. */

import type { JsonForm } from "../client/index.ts";
import { defaultDecodeLimits, parseExact, stringifyJson } from "../codec/index.ts";

/** More digits than every number holds. */
const manyDigits = /\d{16}/;
/** The server's answers are as long as they are. */
const limits = { ...defaultDecodeLimits, keysMax: Number.POSITIVE_INFINITY };

export const exactJson: JsonForm = {
  parse: (text) => (manyDigits.test(text) ? parseExact(text, { limits }).value : JSON.parse(text)),
  stringify: (value) => stringifyJson(value),
};
