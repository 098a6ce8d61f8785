/** Removes objects from events that are too large, and divides batches that are too large. */
import { type AuditEvent, bytesOf, eventPieces, withoutObjects } from "../event.ts";
import type { FailureReport } from "./failure-report.ts";

/** Largest sizes, in bytes. */
export interface TruncationOptions {
  readonly eventBytesMax: number;
  readonly batchBytesMax: number;
  /** Key of the annotation of events without their objects. */
  readonly annotation: string;
  readonly failures: FailureReport;
}

/** Returns the events in batches. Events that are too large even without their objects are lost, and are counted. */
export function truncated(
  events: readonly AuditEvent[],
  { eventBytesMax, batchBytesMax, annotation, failures }: TruncationOptions,
): readonly (readonly AuditEvent[])[] {
  const batches: AuditEvent[][] = [];
  let batchBytes = Number.POSITIVE_INFINITY;
  for (const event of events) {
    const small =
      sizeOf(event) > eventBytesMax && event.level !== "Metadata" ? withoutObjects(event, annotation) : event;
    const bytes = sizeOf(small);
    if (bytes > eventBytesMax) {
      failures.add(1, "event is too large even after truncating");
      continue;
    }
    if (batchBytes + bytes > batchBytesMax) {
      batches.push([]);
      batchBytes = 0;
    }
    batches.at(-1)?.push(small);
    batchBytes += bytes;
  }
  return batches;
}

/** Bytes of the kind and the version of an event, and of its line end. */
const typeBytes = 46;

function sizeOf(event: AuditEvent): number {
  return bytesOf(eventPieces(event, "")) + typeBytes;
}
