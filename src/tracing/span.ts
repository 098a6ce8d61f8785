/** A step of a request with its times. */

/** Values by name. Undefined ones are left out. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

/** The part that a step plays: it serves a request, sends a request to another server, or does neither. */
export type SpanKind = "internal" | "server" | "client";

/** Identity of a span, as other processes know it. */
export interface SpanLink {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** A span that has ended. It is plain data. */
export interface FinishedSpan extends SpanLink {
  /** Empty if the span has no parent. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since the Unix epoch, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  readonly links: readonly SpanLink[];
  readonly isError: boolean;
}

/** Services of a tracer for its spans. */
export interface SpanServices {
  nowMs(): number;
  newSpanId(): string;
  finished(span: FinishedSpan): void;
}

/** Name and properties of a new span. */
export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  readonly links?: readonly SpanLink[];
  /** Default: now. */
  readonly startMs?: number;
}

/** A span that may have children: one of this thread, or one of another thread. */
export class ParentSpan implements SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  protected readonly services: SpanServices;
  /** Id of the request, which several spans show. */
  readonly auditId: string;

  constructor({ traceId, spanId }: SpanLink, services: SpanServices, auditId: string) {
    this.traceId = traceId;
    this.spanId = spanId;
    this.services = services;
    this.auditId = auditId;
  }

  /** Begins a step of this one. */
  child(start: SpanStart): Span {
    return new Span({ traceId: this.traceId, parentId: this.spanId, auditId: this.auditId }, start, this.services);
  }
}

/** A span that has begun. */
export class Span extends ParentSpan {
  readonly #start: SpanStart;
  readonly #parentId: string;
  readonly #startMs: number;
  readonly #attributes: Record<string, string | number | undefined>;
  #hasEnded = false;

  /** @param place the trace, and the parent; an empty text if there is none */
  constructor(
    place: { readonly traceId: string; readonly parentId: string; readonly auditId: string },
    start: SpanStart,
    services: SpanServices,
  ) {
    super({ traceId: place.traceId, spanId: services.newSpanId() }, services, place.auditId);
    this.#parentId = place.parentId;
    this.#start = start;
    this.#startMs = start.startMs ?? services.nowMs();
    this.#attributes = { ...start.attributes };
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** Ends the step. Further calls have no effect. */
  end(isError = false): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { name, kind = "internal", links = [] } = this.#start;
    this.services.finished({
      traceId: this.traceId,
      spanId: this.spanId,
      parentId: this.#parentId,
      name,
      kind,
      startMs: this.#startMs,
      endMs: this.services.nowMs(),
      attributes: this.#attributes,
      links,
      isError,
    });
  }
}
