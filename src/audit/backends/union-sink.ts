/** Passes events to several backends, each in its mode. */
import type { AuditEvent } from "../event.ts";
import type { AuditBackend, AuditSink } from "../sink.ts";
import type { BufferedBackend } from "./buffered-backend.ts";
import { type TruncationOptions, truncated } from "./truncation.ts";

/** A backend in its mode. Buffered backends let requests continue. */
export type ModedBackend =
  | { readonly mode: "batch"; readonly buffer: BufferedBackend }
  | { readonly mode: "blocking" | "blocking-strict"; readonly backend: AuditBackend };

/** A backend with its mode and limits. */
export type SinkPart = ModedBackend & { readonly truncation: TruncationOptions | undefined };

/** Passes each event to all backends. */
export class UnionSink implements AuditSink, AsyncDisposable {
  readonly needsLegacyText: boolean;
  readonly isStrict: boolean;
  readonly #parts: readonly SinkPart[];

  constructor(parts: readonly SinkPart[], { needsLegacyText }: Pick<AuditSink, "needsLegacyText">) {
    this.#parts = parts;
    this.needsLegacyText = needsLegacyText;
    this.isStrict = parts.some(({ mode }) => mode === "blocking-strict");
  }

  process(event: AuditEvent, isAwaited: boolean): Promise<boolean> | undefined {
    let stored: Promise<boolean> | undefined;
    for (const part of this.#parts) {
      const one = processIn(part, [event], isAwaited);
      stored = stored && one ? Promise.all([stored, one]).then((all) => all.every(Boolean)) : (stored ?? one);
    }
    return stored;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#parts.map((part) => (part.mode === "batch" ? part.buffer : part.backend)[Symbol.asyncDispose]()),
    );
  }
}

const isAlwaysStored = (): boolean => true;

function processIn(part: SinkPart, events: readonly AuditEvent[], isAwaited: boolean): Promise<boolean> | undefined {
  const batches = part.truncation ? truncated(events, part.truncation) : [events];
  let stored: Promise<boolean> | undefined;
  for (const batch of batches) {
    if (part.mode === "batch") part.buffer.add(batch);
    else {
      const one = part.backend.store(batch, isAwaited);
      // Only the strict mode rejects requests whose events were not stored.
      if (isAwaited) stored = part.mode === "blocking-strict" ? one : one.then(isAlwaysStored);
    }
  }
  return stored;
}
