/** Malformed documents: each is rejected with a DecodeError, before anything is allocated for a declared length. */
import { describe, expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { DecodeError } from "../decode-error.ts";
import { decodeCbor, decodeCborObject, readCborType } from "./decode.ts";
import { diagnoseCbor } from "./diagnostic.ts";
import { encodeCbor } from "./encode.ts";
import { storedCborLimits } from "./limits.ts";
import { jsonOfCbor } from "./transcode.ts";

const schema = builtinKinds.find(({ kind }) => kind === "Pod")?.schema;
if (!schema) throw new Error("there is no kind Pod");

const pod = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name: "a", labels: { b: "c".repeat(30) }, creationTimestamp: null, generation: 2 ** 40 },
  spec: { containers: [{ name: "x", ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1" } } }] },
};
const bytes = encodeCbor(pod, schema);

/** Reads a document in every way. Errors other than a DecodeError fail the test. */
function readAll(document: Buffer): DecodeError[] {
  const errors: DecodeError[] = [];
  const reads = [
    () => {
      readCborType(document);
      decodeCbor(document, schema as NonNullable<typeof schema>);
      diagnoseCbor(document);
    },
    () => decodeCborObject(document),
    () => decodeCborObject(document, storedCborLimits),
    () => jsonOfCbor(document),
  ];
  for (const read of reads) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      errors.push(error);
    }
  }
  return errors;
}

describe("malformed CBOR", () => {
  test("every beginning of a document is rejected", () => {
    for (let length = 0; length < bytes.length; length++) expect(readAll(bytes.subarray(0, length))).toHaveLength(4);
    expect(readAll(bytes)).toEqual([]);
  });

  test.each(["5a7fffffff", "7a80000000", "9a80000000", "ba80000000", "5b0000000080000000", "9b001fffffffffffff"])(
    "a document that declares a huge length is rejected at once: %s",
    (hex) => {
      const start = process.memoryUsage().heapUsed;
      expect(readAll(Buffer.from(hex, "hex"))).toHaveLength(4);
      expect(process.memoryUsage().heapUsed - start).toBeLessThan(64 * 1024 * 1024);
    },
  );

  test("a document with too many keys in all maps together is rejected", () => {
    const many = Buffer.concat([Buffer.from("990200", "hex"), ...Array.from({ length: 512 }, () => mapOf(1000))]);
    expect(() => readCborType(many)).toThrow("exceeded max number of keys 500000");
  });

  test("random changes of a document cause no error but a DecodeError", () => {
    const seed = newSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < 2000; round++) {
      const changed = Buffer.from(bytes);
      for (let count = 1 + random.below(3); count > 0; count--)
        changed[random.below(changed.length)] = random.below(256);
      expect(() => readAll(changed), `seed ${seed}`).not.toThrow();
    }
  });
});

/** Returns a map with `count` pairs of integers. */
function mapOf(count: number): Buffer {
  const pairs = Array.from({ length: count }, (_, index) => Buffer.from([0x19, index >> 8, index & 0xff, 0x00]));
  return Buffer.concat([Buffer.from([0xb9, count >> 8, count & 0xff]), ...pairs]);
}
