/**
 * JSON pointers (RFC 6901), and the meaning of their last token in an array. As in the reference, a negative index
 * counts from the end. Leading zeros and plus signs are rejected.
 */
import type { JsonList } from "../base/json-object.ts";
import { PatchError } from "./patch-error.ts";

/** The unescaped tokens of a pointer. The pointer to the whole document has none. */
export type JsonPointer = readonly string[];

/**
 * Returns the tokens of a pointer. @throws PatchError "unappliable" if the text neither is empty nor begins with a
 * slash
 */
export function parseJsonPointer(text: string): JsonPointer {
  if (text === "") return [];
  if (!text.startsWith("/")) throw new PatchError("unappliable", `path ${shownText(text)} does not begin with "/"`);
  return text.slice(1).split("/").map(unescapeToken);
}

/** Returns the pointer as messages show it. */
export function showPointer(pointer: JsonPointer): string {
  const escaped = pointer.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return shownText(escaped.join(""));
}

/**
 * Returns the index of an existing item.
 * @throws PatchError "unappliable" if it does not exist
 */
export function itemIndex(list: JsonList, token: string): number {
  return boundedIndex(token, list.length);
}

/**
 * Returns the index at which a new item is inserted. It is the length of the list for `-`, for `-1` and for the length
 * itself.
 * @throws PatchError "unappliable" if the list is too short
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

/** Unescapes in one pass, so that `~01` becomes `~1`. Any other `~` is an ordinary character. */
function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll(/~[01]/g, (escape) => (escape === "~1" ? "/" : "~")) : token;
}

const shownCharsMax = 200;

/** Returns text from a client as messages show it: in quotes and limited in length. */
export function shownText(text: string): string {
  return JSON.stringify(text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}...` : text);
}
