/**
 * JSON pointers (RFC 6901), and what their last token means in an array. As in the reference, a negative index counts
 * from the end; leading zeros and signs other than its minus are refused.
 */
import type { JsonList } from "../base/json-object.ts";
import { PatchError } from "./patch-error.ts";

/** The unescaped tokens; none for the whole document. */
export type JsonPointer = readonly string[];

/** @throws PatchError "unappliable" when the text is neither empty nor begins with a slash */
export function parseJsonPointer(text: string): JsonPointer {
  if (text === "") return [];
  if (!text.startsWith("/")) throw new PatchError("unappliable", `path ${shownText(text)} does not begin with "/"`);
  return text.slice(1).split("/").map(unescapeToken);
}

/** The pointer as a message shows it. */
export function showPointer(pointer: JsonPointer): string {
  const escaped = pointer.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return shownText(escaped.join(""));
}

/**
 * The place of an existing item.
 * @throws PatchError "unappliable" when there is none
 */
export function itemIndex(list: JsonList, token: string): number {
  return boundedIndex(token, list.length);
}

/**
 * The place that a new item gets: the length of the list for `-`, `-1` and the length itself.
 * @throws PatchError "unappliable" when the list is too short
 */
export function insertionIndex(list: JsonList, token: string): number {
  return token === "-" ? list.length : boundedIndex(token, list.length + 1);
}

const indexForm = /^(?:0|-?[1-9]\d{0,15})$/;

function boundedIndex(token: string, places: number): number {
  if (!indexForm.test(token)) throw new PatchError("unappliable", `${shownText(token)} is not an array index`);
  const index = Number(token);
  const place = index < 0 ? index + places : index;
  if (place < 0 || place >= places) throw new PatchError("unappliable", `array index ${token} is out of bounds`);
  return place;
}

/** One pass, so that `~01` reads as `~1`; other uses of `~` stand for themselves. */
function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll(/~[01]/g, (escape) => (escape === "~1" ? "/" : "~")) : token;
}

const shownCharsMax = 200;

/** A text from outside as a message shows it: in quotes, and not at any length. */
export function shownText(text: string): string {
  return JSON.stringify(text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}...` : text);
}
