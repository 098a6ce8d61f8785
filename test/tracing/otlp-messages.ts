/** Decodes ExportTraceServiceRequest of OTLP 1.0. The numbers of the fields are those of opentelemetry-proto. */

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly statusCode: number;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly scope: string;
}

type Field = readonly [number: number, value: Buffer | bigint];

function* fieldsOf(bytes: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("a message ends within a number");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const type = tag & 7;
    if (type === 0) yield [tag >> 3, varint()];
    else if (type === 1) {
      yield [tag >> 3, bytes.readBigUInt64LE(at)];
      at += 8;
    } else if (type === 5) {
      yield [tag >> 3, BigInt(bytes.readUInt32LE(at))];
      at += 4;
    } else if (type === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error("a message ends within a field");
      yield [tag >> 3, bytes.subarray(at, at + length)];
      at += length;
    } else throw new Error(`the wire type ${type} is not used in OTLP`);
  }
}

/** All values of a message's fields by their numbers. */
function message(bytes: Buffer | bigint | undefined): Map<number, (Buffer | bigint)[]> {
  const fields = new Map<number, (Buffer | bigint)[]>();
  for (const [number, value] of fieldsOf(bytes as Buffer)) fields.set(number, [...(fields.get(number) ?? []), value]);
  return fields;
}

type Message = ReturnType<typeof message>;

const messages = (of: Message, field: number): Message[] => (of.get(field) ?? []).map((value) => message(value));
const text = (of: Message, field: number): string => (of.get(field)?.[0] as Buffer | undefined)?.toString() ?? "";
const hex = (of: Message, field: number): string => (of.get(field)?.[0] as Buffer | undefined)?.toString("hex") ?? "";
const number = (of: Message, field: number): bigint => (of.get(field)?.[0] as bigint | undefined) ?? 0n;

function valueOf(value: Message): unknown {
  if (value.has(1)) return text(value, 1);
  if (value.has(2)) return number(value, 2) !== 0n;
  if (value.has(3)) return Number(BigInt.asIntN(64, number(value, 3)));
  return [...value.keys()];
}

function attributesOf(of: Message, field: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    messages(of, field).map((pair) => [text(pair, 1), valueOf(messages(pair, 2)[0] ?? new Map())]),
  );
}

/** Returns the spans of a request. */
export function decodeExport(bytes: Buffer): readonly ReceivedSpan[] {
  return messages(message(bytes), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? new Map(), 1);
    return messages(resourceSpans, 2).flatMap((scopeSpans) => {
      const scope = text(messages(scopeSpans, 1)[0] ?? new Map(), 1);
      return messages(scopeSpans, 2).map((span) => ({ ...spanOf(span), resource, scope }));
    });
  });
}

function spanOf(span: Message): Omit<ReceivedSpan, "resource" | "scope"> {
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: text(span, 5),
    kind: Number(number(span, 6)),
    startNs: number(span, 7),
    endNs: number(span, 8),
    attributes: attributesOf(span, 9),
    events: messages(span, 11).map((event) => ({ name: text(event, 2), attributes: attributesOf(event, 3) })),
    links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
    statusCode: Number(number(messages(span, 15)[0] ?? new Map(), 3)),
  };
}
