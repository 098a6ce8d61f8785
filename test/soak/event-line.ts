/** Reads watch events from the lines of a response. */

import { keyOf } from "./acknowledged-write.ts";
import type { EventForm } from "./scopes.ts";

/** An event, reduced to the fields that the soak checks. */
export interface WatchEvent {
  readonly type: string;
  readonly key: string;
  readonly uid: string;
  readonly version: number;
  /** Status code of an ERROR event; 0 for others. */
  readonly code: number;
  /** Whether it is the bookmark that ends the initial events. */
  readonly endsInitial: boolean;
}

interface Metadata {
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface EventDocument {
  readonly type: string;
  readonly object: {
    readonly code?: number;
    readonly metadata?: Metadata;
    readonly rows?: readonly { readonly object: { readonly metadata: Metadata } }[];
  };
}

/** Reads an event from a line in the given form. */
export function readEvent(line: Buffer, form: EventForm): WatchEvent {
  const { type, object } = JSON.parse(line.toString("utf8")) as EventDocument;
  const isRow = form === "table" && type !== "ERROR" && object.rows?.[0] !== undefined;
  const metadata = (isRow ? object.rows?.[0]?.object.metadata : object.metadata) ?? {};
  const { namespace = "", name = "", uid = "", resourceVersion, annotations } = metadata;
  return {
    type,
    key: keyOf({ namespace, name }),
    uid,
    version: Number(resourceVersion ?? 0),
    code: object.code ?? 0,
    endsInitial: annotations?.["k8s.io/initial-events-end"] === "true",
  };
}

const lineEnd = 0x0a;

/** Splits a stream of chunks into lines. A line may span several chunks. */
export class LineSplitter {
  #rest: Buffer = Buffer.alloc(0);

  *split(piece: Buffer): IterableIterator<Buffer> {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
  }
}
