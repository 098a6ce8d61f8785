/** Tags whose content has a fixed type: times and large integers. */

import { reasonOf } from "../../base/reason-of.ts";
import { trimEndOf } from "../../base/trim-text.ts";
import { formatTime, parseInstant } from "../../meta/time.ts";
import { DecodeError } from "../decode-error.ts";
import type { ItemReader } from "./item-reader.ts";
import { majorTypes, tags, typeName } from "./item-types.ts";
import { isStringTag, type StringTag } from "./string-tags.ts";
import { CborTypeError } from "./type-error.ts";

/** Moves behind tags that only say that the document is CBOR. */
export function skipSelfDescribed(reader: ItemReader): void {
  while (reader.nextMajor === majorTypes.tag) {
    const { at } = reader;
    reader.head();
    if (reader.argument !== tags.selfDescribed) {
      reader.at = at;
      return;
    }
  }
}

/**
 * Reads the head of the next item, behind its tags. Returns the innermost tag that concerns byte strings, or the error of a tag
 * whose content has the wrong type. The item is then skipped.
 * @param stringTag such a tag around the items that contain this one
 */
export function readHead(reader: ItemReader, stringTag?: StringTag): StringTag | undefined | DecodeError {
  let innermost = stringTag;
  for (;;) {
    skipSelfDescribed(reader);
    const fault = checkBuiltinTags(reader);
    if (fault) return fault;
    reader.head();
    if (reader.major !== majorTypes.tag) return innermost;
    if (isStringTag(reader.argument)) innermost = reader.argument;
  }
}

/**
 * Checks the content of the tags around the next item. Returns the error for content of another type, and skips the
 * item then.
 */
export function checkBuiltinTags(reader: ItemReader): DecodeError | undefined {
  const { at } = reader;
  while (reader.nextMajor === majorTypes.tag) {
    reader.head();
    const tag = reader.argument;
    const fault = contentFault(tag, reader);
    if (fault === undefined) continue;
    reader.skip();
    return new DecodeError("value", `cbor: tag number ${tag} must be followed by ${fault}`);
  }
  reader.at = at;
  return undefined;
}

function contentFault(tag: number, { nextMajor, nextByte }: ItemReader): string | undefined {
  if (tag === tags.timeText && nextMajor !== majorTypes.textString) return `text string, got ${typeName(nextMajor)}`;
  if (tag !== tags.epochTime || nextMajor <= majorTypes.negativeInteger) return undefined;
  const isFloat = nextByte >= 0xf9 && nextByte <= 0xfb;
  return isFloat ? undefined : `integer or floating-point number, got ${typeName(nextMajor)}`;
}

const nanosPerSecond = 1e9;
/** Seconds since the epoch of the first and the last moment that RFC 3339 can represent. */
const firstSeconds = -62_167_219_200;
const lastSeconds = 253_402_300_799;

/** Reads the content of a time whose tag was read. Returns the text of the time, or the error. */
export function timeOfTag(reader: ItemReader): string | DecodeError {
  reader.head();
  if (reader.major === majorTypes.textString) return textTime(reader);
  if (reader.major !== majorTypes.primitive) {
    const seconds = reader.integer();
    if (typeof seconds === "bigint" && BigInt.asIntN(64, seconds) !== seconds) {
      return new CborTypeError({ major: reader.major, goType: "time.Time", detail: `${seconds} overflows Go's int64` });
    }
    return epochText(Number(seconds), 0);
  }
  const value = reader.float();
  const seconds = Math.trunc(value);
  const nanoseconds = Math.trunc((value - seconds) * nanosPerSecond);
  return nanoseconds < 0 ? epochText(seconds - 1, nanoseconds + nanosPerSecond) : epochText(seconds, nanoseconds);
}

/** As in the reference, the time keeps its offset, and the fraction loses its last zeros. */
function textTime(reader: ItemReader): string | DecodeError {
  try {
    const text = reader.text();
    try {
      parseInstant(text);
    } catch (error) {
      return new DecodeError("value", `cbor: cannot set ${text} for time.Time: ${reasonOf(error)}`, { cause: error });
    }
    return text.replace(/[.,](\d*)(?=[Z+-])/, (_, digits: string) => {
      const trimmed = trimEndOf(digits, "0");
      return trimmed === "" ? "" : `.${trimmed}`;
    });
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}

function epochText(seconds: number, nanoseconds: number): string | DecodeError {
  if (seconds < firstSeconds || seconds > lastSeconds) {
    const why = "Time.MarshalText: year outside of range [0,9999]";
    const message = `cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: ${why}`;
    return new DecodeError("value", message);
  }
  const fraction = nanoseconds === 0 ? "" : `.${trimEndOf(String(nanoseconds).padStart(9, "0"), "0")}`;
  return `${formatTime(seconds * 1000).slice(0, -1)}${fraction}Z`;
}
