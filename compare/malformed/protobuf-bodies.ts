/** Damaged protobuf bodies: whole envelopes with damaged contents, and damaged envelopes. */
import type { Random } from "../../src/base/random.ts";
import { envelope, envelopePrefix, integer, openEnvelope, part } from "../../test/support/protobuf-message.ts";
import { oneOf } from "../random-choices.ts";
import { damage } from "./damage.ts";
import { protobufOf, type Subject } from "./subjects.ts";

const configMap = { apiVersion: "v1", kind: "ConfigMap" };
const named = part(1, part(1, "it"));

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(" ", ""), "hex");
}

function nestedParts(field: number, levels: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) inner = part(field, inner);
  return inner;
}

/** Bodies that are sent with every verb. */
export const plainProtobuf: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from("{}"),
  envelopePrefix,
  envelopePrefix.subarray(0, 3),
  bytes("6b387301"),
  Buffer.concat([envelopePrefix, bytes("00")]),
  Buffer.concat([envelopePrefix, bytes("ff")]),
  Buffer.concat([envelopePrefix, bytes("0a ff ff ff ff 0f")]),
  Buffer.concat([envelopePrefix, bytes("0a ff ff ff ff ff ff ff ff 7f")]),
  Buffer.concat([envelopePrefix, bytes("0a ff ff ff ff ff ff ff ff ff 01")]),
  Buffer.concat([envelopePrefix, bytes("0a 80 80 80 80 80 80 80 80 80 80 01")]),
  Buffer.concat([envelopePrefix, bytes("08 01")]),
  Buffer.concat([envelopePrefix, bytes("0b 0c")]),
  Buffer.concat([envelopePrefix, bytes("0f 00")]),
  Buffer.concat([envelopePrefix, bytes("02 00")]),
  Buffer.concat([envelopePrefix, part(2, named)]),
  Buffer.concat([envelopePrefix, part(1)]),
  Buffer.concat([envelopePrefix, part(1, part(1, "v1"), part(2, "ConfigMap"))]),
  Buffer.concat([envelopePrefix, part(1, part(1, "v1"), part(2, "ConfigMap")), part(2, named), part(2, named)]),
  Buffer.concat([envelopePrefix, part(1, part(1, bytes("ff")), part(2, bytes("c328")))]),
  Buffer.concat([envelope(configMap, named), bytes("2a 01 61")]),
  Buffer.concat([envelope(configMap, named), bytes("00")]),
  envelope(configMap, named, { contentEncoding: "gzip" }),
  envelope(configMap, named, { contentType: "x" }),
  envelope(configMap, Buffer.from('{"metadata":{"name":"it"}}'), { contentType: "application/json" }),
  envelope({ apiVersion: "v1", kind: "Pod" }, named),
  envelope({ apiVersion: "v2", kind: "ConfigMap" }, named),
  envelope({ apiVersion: "a/b/c", kind: "ConfigMap" }, named),
  envelope({ apiVersion: "", kind: "" }, named),
  envelope({ apiVersion: "", kind: "ConfigMap" }, named),
  envelope({ apiVersion: "v1", kind: "" }, named),
  envelope({ apiVersion: "v1", kind: "Status" }, named),
  envelope({ apiVersion: "v1", kind: "DeleteOptions" }, bytes("08 ff")),
  envelope({ apiVersion: "v1", kind: "DeleteOptions" }, bytes("08 ff ff ff ff ff ff ff ff ff 01 2a 03 41 6c 6c")),
  envelope({ apiVersion: "v1", kind: "DeleteOptions" }, bytes("2a 03 41 6c 6c 22 01 78")),
  ...[
    [
      "",
      "00",
      "ff",
      "0a",
      "0a 05",
      "0a 00",
      "0b",
      "0c",
      "0d 01",
      "0e",
      "0f",
      "09 01",
      "1a 00",
      "12 00",
      "12 02 0a 00",
      "12 04 0a 02 ff fe",
    ],
    [
      "a2 06 01 61",
      "a0 06 01",
      "a1 06 00 00 00 00 00 00 00 00",
      "a5 06 00 00 00 00",
      "a3 06 a4 06",
      "a3 06 08 01 a4 06",
      "a3 06",
      "a4 06",
    ],
    [
      "a6 06 00",
      "a7 06 00",
      "80 80 80 80 80 80 80 80 80 01 00",
      "80 80 80 80 10 00",
      "fa ff ff ff 0f 00",
      "fa ff ff ff 1f 00",
      "0a ff ff ff ff 07",
    ],
    [
      "12 08 0a 03 61 62 63 12 01 ff",
      "08 01",
      "10 01",
      "12 06 0a 01 61 0a 01 62",
      "12 04 08 01 10 01",
      "20 01",
      "20 05",
      "20 ff ff ff ff ff ff ff ff ff 01",
    ],
  ]
    .flat()
    .map((hex) => envelope(configMap, bytes(hex))),
  ...[
    [
      "0a 02 ff fe",
      "0a 01 00",
      "38 80",
      "38 ff ff ff ff ff ff ff ff ff 01",
      "42 04 08 ff ff 7f",
      "42 0b 08 ff ff ff ff ff ff ff ff ff 01",
    ],
    [
      "42 0b 08 80 80 80 80 80 80 80 80 80 01",
      "42 02 10 ff",
      "42 06 10 80 94 eb dc 03",
      "8a 01 02 08 01",
      "8a 01 06 3a 04 0a 02 7b 7d",
    ],
    [
      "8a 01 05 3a 03 0a 01 78",
      "6a 02 28 05",
      "5a 02 0a 00",
      "5a 06 0a 01 61 12 01 ff",
      "40 01",
      "3a 01 61",
      "72 01 ff",
    ],
  ]
    .flat()
    .map((hex) => envelope(configMap, part(1, part(1, "it"), bytes(hex)))),
  ...[100, 10_000].map((levels) => envelope(configMap, nestedParts(1, levels))),
  ...[100, 5_000].map((levels) => envelope(configMap, Buffer.alloc(levels, 0x0b))),
  envelope({ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" }, nestedParts(2, 3_000)),
];

const tokens = [
  ...[
    "ff",
    "00",
    "80",
    "0a",
    "0b",
    "0c",
    "0d",
    "0f",
    "08ff",
    "ffffffff0f",
    "ffffffffffffffff7f",
    "ffffffffffffffffff01",
    "8080808000",
  ].map(bytes),
  integer(1, -1),
  integer(2, 2 ** 53),
  integer(100, 1),
  part(100, "x"),
  part(1, "\uFFFD"),
  part(2, Buffer.from([0xff])),
  part(1),
  part(2),
];

/** Returns an envelope whose content, or which itself, is damaged. */
export function malformedProtobuf(subject: Subject, random: Random): Buffer {
  const valid = protobufOf(subject);
  if (random.below(4) === 0) return damage(valid, tokens, random);
  const { apiVersion, kind, raw } = openEnvelope(valid);
  const other = oneOf(random, [
    { apiVersion, kind },
    { apiVersion, kind },
    { apiVersion, kind },
    { apiVersion: "v1", kind: "Pod" },
  ]);
  return envelope(other, damage(raw, tokens, random));
}
