/** Reading any bytes ends quickly, with a value or a DecodeError. */
import { expect, test } from "vitest";
import { pod } from "../../api/core/v1/pod.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import {
  bytes,
  list,
  optional,
  pointer,
  recursiveStruct,
  type StructSchema,
  struct,
  text,
} from "../../schema/index.ts";
import { DecodeError } from "../decode-error.ts";
import { defaultDecodeLimits } from "../limits.ts";
import { thrownBy } from "../testing/thrown.ts";
import { openEnvelope } from "./envelope.ts";
import { decodeProtobuf, encodeProtobuf } from "./object.ts";

const sample = encodeProtobuf(
  {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name: "web",
      creationTimestamp: "2025-01-01T00:00:00Z",
      labels: { app: "web", tier: "front" },
      managedFields: [{ manager: "m", fieldsV1: { "f:metadata": { "f:labels": {} } } }],
    },
    spec: {
      containers: [
        {
          name: "web",
          image: "web:1",
          args: ["-v", "é"],
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: "100m", memory: "1Gi" } },
          livenessProbe: { httpGet: { port: "http", path: "/" } },
        },
      ],
      securityContext: { runAsUser: 1000, supplementalGroups: [1, 2, 300] },
    },
    status: {},
  } as { kind: string; apiVersion: string },
  pod.schema,
);

/** Returns the DecodeError of reading, if there is one. Any other error fails the test. */
function attempt(input: Buffer): DecodeError | undefined {
  try {
    decodeProtobuf(openEnvelope(input).content, pod.schema);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
}

test("openEnvelope() rejects a truncated envelope, except between fields", () => {
  const prefixAndTypeMeta = 4 + "0a09 0a027631 1203506f64".replaceAll(" ", "").length / 2;
  const contentEnd = sample.length - "1a00 2200".replaceAll(" ", "").length / 2;
  const accepted: number[] = [];
  for (let end = 0; end <= sample.length; end++) {
    if (!attempt(sample.subarray(0, end))) accepted.push(end);
  }
  expect(accepted).toStrictEqual([prefixAndTypeMeta, contentEnd, contentEnd + 2, sample.length]);
});

test("decodeProtobuf() rejects truncated content, except between fields", () => {
  const { content } = openEnvelope(sample);
  let whole = 0;
  for (let end = 0; end <= content.length; end++) {
    try {
      decodeProtobuf(content.subarray(0, end), pod.schema);
      whole++;
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
    }
  }
  // Four prefixes can be read: nothing, the metadata, metadata and spec, and the whole object.
  expect(whole).toBe(4);
});

test("randomly changed bytes decode or cause a DecodeError", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  let refused = 0;
  for (let round = 0; round < 20_000; round++) {
    const input = Buffer.from(sample);
    for (let changes = random.below(6); changes >= 0; changes--) input[random.below(input.length)] = random.below(256);
    try {
      if (attempt(input)) refused++;
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${input.toString("hex")}`, { cause: error });
    }
  }
  expect(refused, `seed ${seed}`).toBeGreaterThan(1000);
});

test("random bytes after the prefix decode or cause a DecodeError", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  for (let round = 0; round < 20_000; round++) {
    const input = Buffer.from(Array.from({ length: random.below(60) }, () => random.below(256)));
    try {
      decodeProtobuf(input, pod.schema);
    } catch (error) {
      if (!(error instanceof DecodeError)) {
        throw new Error(`seed ${seed}, round ${round}: ${input.toString("hex")}`, { cause: error });
      }
    }
  }
});

const tree: StructSchema = recursiveStruct("test/v1.Tree", "", () => ({
  name: optional(text, 1, ""),
  child: pointer(tree, 2, ""),
}));

test("decodeProtobuf() rejects a message that extends beyond the surrounding message", async () => {
  const rest = [0x0a, 0x02, 0x61, 0x62];
  expect(decodeProtobuf(Buffer.from([0x12, 0x06, 0x12, 0x04, ...rest]), tree)).toStrictEqual({
    child: { child: { name: "ab" } },
  });
  expect(decodeProtobuf(Buffer.from([0x12, 0x02, 0x12, 0x00, ...rest]), tree)).toStrictEqual({
    name: "ab",
    child: { child: {} },
  });
  const beyond = await thrownBy(() => decodeProtobuf(Buffer.from([0x12, 0x02, 0x12, 0x04, ...rest]), tree));
  expect(beyond).toBeInstanceOf(DecodeError);
  expect(beyond).toHaveProperty("message", "unexpected EOF");
});

/** Returns a tree with this number of levels. */
function nested(levels: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  for (let level = 1; level < levels; level++) {
    const head = Buffer.concat([Buffer.from([0x12]), varint(length)]);
    parts.push(head);
    length += head.length;
  }
  return Buffer.concat(parts.toReversed());
}

function varint(value: number): Buffer {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) out.push((rest & 0x7f) | 0x80);
  return Buffer.from([...out, rest]);
}

test("decodeProtobuf() limits the nesting of messages", async () => {
  const { depthMax } = defaultDecodeLimits;
  expect(decodeProtobuf(nested(depthMax + 1), tree)).toHaveProperty("child.child.child");
  for (const levels of [depthMax + 2, 10_000]) {
    const error = await thrownBy(() => decodeProtobuf(nested(levels), tree));
    expect(error).toMatchObject({ code: "limit", message: "exceeded max depth" });
  }
});

test("decodeProtobuf() skips deeply nested groups", () => {
  const levels = 100_000;
  const groups = Buffer.concat([Buffer.alloc(levels, 0x1b), Buffer.alloc(levels, 0x1c)]);
  expect(decodeProtobuf(groups, tree)).toStrictEqual({});
});

test("decodeProtobuf() applies one depth limit to messages and the JSON inside them", async () => {
  const deepJson = { a: JSON.parse("[".repeat(990) + "]".repeat(990)) as unknown };
  const object = { kind: "Pod", apiVersion: "v1", metadata: { managedFields: [{ fieldsV1: deepJson }] } };
  expect(attempt(encodeProtobuf(object, pod.schema))).toBeUndefined();
  deepJson.a = JSON.parse("[".repeat(998) + "]".repeat(998)) as unknown;
  expect(attempt(encodeProtobuf(object, pod.schema))?.message).toBe("exceeded max depth");
});

const lists: StructSchema = struct("test/v1.Lists", "", {
  texts: optional(list(text), 1, ""),
  trees: optional(list(tree), 2, ""),
  data: optional(bytes, 3, ""),
});

test.each([
  ["empty texts", Buffer.from([0x0a, 0x00])],
  ["empty structs", Buffer.from([0x12, 0x00])],
  ["unknown fields", Buffer.from([0x78, 0x00])],
])("decodeProtobuf() limits the number of %s", async (_, field) => {
  const { keysMax } = defaultDecodeLimits;
  const input = Buffer.alloc((keysMax + 1) * field.length, field);
  expect(await thrownBy(() => decodeProtobuf(input, lists))).toMatchObject({
    code: "limit",
    message: `exceeded max number of fields of ${keysMax}`,
  });
  expect(() => decodeProtobuf(input.subarray(field.length), lists)).not.toThrow();
});

test("decodeProtobuf() rejects a length of 4 GiB without allocating memory", async () => {
  const bomb = Buffer.from([0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f]);
  const before = process.memoryUsage().arrayBuffers;
  expect((await thrownBy(() => decodeProtobuf(bomb, lists))).message).toBe("unexpected EOF");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
});
