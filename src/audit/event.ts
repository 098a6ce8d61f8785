/** Audit events, and their JSON. The members have the reference's names and order. */
import { compareText } from "../base/compare-text.ts";
import type { User } from "../meta/user.ts";
import { repeatedJson } from "./json-texts.ts";
import type { AuditLevel } from "./policy/policy.ts";

/** Pieces of JSON, in their order. Buffers are not changed later. */
export type JsonPieces = readonly (string | Buffer)[];

/** The JSON of one stage of a request, in parts, so that objects are not copied before they are written. */
export interface AuditEvent {
  readonly level: AuditLevel;
  /** The members up to `responseStatus`, separated by commas. */
  readonly head: string;
  readonly requestObject: JsonPieces | undefined;
  readonly responseObject: JsonPieces | undefined;
  /** The members with times. */
  readonly times: string;
  /** Sorted by key. */
  readonly annotations: Annotations;
  /** The event as text for people. Empty unless a log has the format `legacy`. */
  readonly legacy: string;
}

/** Annotations of an event. */
export type Annotations = readonly (readonly [key: string, value: string])[];

/**
 * Returns the JSON of an event.
 * @param type the members `kind` and `apiVersion` in front of the others; empty in a list of events
 * @param separator text after the event
 */
export function eventPieces(event: AuditEvent, type: string, separator = ""): JsonPieces {
  const { head, requestObject, responseObject, times, annotations } = event;
  const end = `${times}${annotations.length === 0 ? "" : `,"annotations":${annotationsJson(annotations)}`}}${separator}`;
  if (!requestObject && !responseObject) return [`{${type}${head},${end}`];
  return [
    `{${type}${head}`,
    ...(requestObject ? [',"requestObject":', ...requestObject] : []),
    ...(responseObject ? [',"responseObject":', ...responseObject] : []),
    `,${end}`,
  ];
}

/** Returns the number of bytes of the pieces. */
export function bytesOf(pieces: JsonPieces): number {
  let bytes = 0;
  for (const piece of pieces) bytes += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  return bytes;
}

/** Returns the pieces as bytes. */
export function joinPieces(pieces: JsonPieces): Buffer {
  const [first] = pieces;
  if (pieces.length === 1 && first instanceof Buffer) return first;
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
}

/** Returns the event without objects, with an annotation that says so. */
export function withoutObjects(event: AuditEvent, annotation: string): AuditEvent {
  const others = event.annotations.filter(([key]) => key !== annotation);
  const annotations = sortedAnnotations([...others, [annotation, "true"]]);
  return { ...event, requestObject: undefined, responseObject: undefined, annotations };
}

/** Returns annotations in the order in which they are written. */
export function sortedAnnotations(annotations: Annotations): Annotations {
  // Most requests have two annotations, which are in order.
  for (let index = 1; index < annotations.length; index++) {
    if (compareText(annotations[index - 1]?.[0] ?? "", annotations[index]?.[0] ?? "") > 0) {
      return annotations.toSorted(([one], [other]) => compareText(one, other));
    }
  }
  return annotations;
}

function annotationsJson(annotations: Annotations): string {
  let json = "";
  for (const [key, value] of annotations) {
    json += `${json === "" ? "{" : ","}${repeatedJson(key)}:${repeatedJson(value)}`;
  }
  return `${json}}`;
}

/** Returns the JSON of a user. It is `{}` if the user is unknown. */
export function userJson(user: User | undefined): string {
  if (!user) return "{}";
  const { name, uid, groups, extra = {} } = user;
  const keys = Object.keys(extra).sort(compareText);
  return JSON.stringify({
    ...(name === "" ? {} : { username: name }),
    ...(uid ? { uid } : {}),
    ...(groups.length > 0 ? { groups } : {}),
    ...(keys.length > 0 ? { extra: Object.fromEntries(keys.map((key) => [key, extra[key]])) } : {}),
  });
}
