/** JSON that preserves large integers, because what a command reads may be written back or stored in a file. */

import type { JsonForm } from "../client/index.ts";
import { defaultDecodeLimits, parseExact, stringifyJson } from "../codec/index.ts";

/** An integer with fewer digits is exact as a JavaScript number. */
const manyDigits = /\d{16}/;
/** Responses of the server may have any number of keys. */
const limits = { ...defaultDecodeLimits, keysMax: Number.POSITIVE_INFINITY };

/** Parses integers above 2^53 as bigint, and serializes bigints as integers. */
export const exactJson: JsonForm = {
  parse: (text) => (manyDigits.test(text) ? parseExact(text, { limits }).value : JSON.parse(text)),
  stringify: (value) => stringifyJson(value),
};
