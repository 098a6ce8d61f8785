/** Parts of audit events that the steps of a request know. */
import type { StatusResponse } from "../meta/status.ts";
import { type JsonPieces, joinPieces } from "./event.ts";

/** How much is noted about a request. */
export interface NoteScope {
  readonly notesRequests: boolean;
  readonly notesResponses: boolean;
  readonly omitsManagedFields: boolean;
}

/** Metadata of the object in a request. */
export interface NotedObject {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Notes in a form that can be sent to another thread. */
export interface SentNotes {
  readonly object: NotedObject | undefined;
  readonly status: StatusResponse | undefined;
  readonly requestObject: Uint8Array | undefined;
  readonly responseObject: Uint8Array | undefined;
  readonly isShortened: boolean;
  readonly annotations: readonly (readonly [string, string])[];
  /** Durations of parts of the request, in milliseconds. */
  readonly latencies: readonly (readonly [string, number])[];
}

/** Largest object of a response that is noted. A longer list is left out, because it would be kept in memory as a whole. */
export const responseObjectBytesMax = 16 * 1024 * 1024;

/** Collects the parts of the events that later steps of the request know. */
export class AuditNotes implements NoteScope {
  readonly notesRequests: boolean;
  readonly notesResponses: boolean;
  readonly omitsManagedFields: boolean;
  protected object: NotedObject | undefined;
  protected status: StatusResponse | undefined;
  protected requestObject: JsonPieces | undefined;
  protected responseObject: JsonPieces | undefined;
  /** Whether an object was too large to be noted. */
  protected isShortened = false;

  constructor({ notesRequests, notesResponses, omitsManagedFields }: NoteScope) {
    this.notesRequests = notesRequests;
    this.notesResponses = notesResponses;
    this.omitsManagedFields = omitsManagedFields;
  }

  /**
   * Notes the object in the request.
   * @param json returns its JSON. It is called only if the object is recorded.
   */
  noteRequest(object: NotedObject | undefined, json: () => string | Buffer | undefined): void {
    const { name, namespace, uid, resourceVersion } = object ?? {};
    if (object) this.object = { name, namespace, uid, resourceVersion };
    const noted = this.notesRequests ? json() : undefined;
    this.requestObject = noted === undefined ? undefined : [noted];
  }

  /** Notes the Status in the response. */
  noteStatus(status: StatusResponse): void {
    this.status = status;
    if (this.notesResponses) this.responseObject = [JSON.stringify(status)];
  }

  /** Notes the object in the response. @param object undefined if it is too large */
  noteResponse(object: JsonPieces | undefined): void {
    this.responseObject = object;
    this.isShortened = object === undefined;
  }

  /** Returns the notes for another thread. */
  toSent(annotations: Iterable<readonly [string, string]>, latencies: Iterable<readonly [string, number]>): SentNotes {
    const { object, status, requestObject, responseObject, isShortened } = this;
    return {
      object,
      status,
      requestObject: requestObject && joinPieces(requestObject),
      responseObject: responseObject && joinPieces(responseObject),
      isShortened,
      annotations: [...annotations],
      latencies: [...latencies],
    };
  }

  /** Takes over the notes of another thread, apart from its annotations and durations. */
  takeOver({ object, status, requestObject, responseObject, isShortened }: SentNotes): void {
    this.object = object;
    this.status = status;
    this.requestObject = requestObject && [asBuffer(requestObject)];
    this.responseObject = responseObject && [asBuffer(responseObject)];
    this.isShortened = isShortened;
  }

  /** Notes that the response begins. @param code its HTTP status */
  begin(_code: number): void {
    // Only requests that this thread records have events.
  }

  /** Notes that the response is complete. @returns a promise if the response must wait until its event is stored */
  complete(_code: number): Promise<void> | undefined {
    return undefined;
  }

  /** Notes that the request failed because of an error of the server. */
  fail(_message: string): void {
    // See `begin()`.
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
