/** Creates and applies in YAML, protobuf and CBOR. */
import { encodeCbor } from "../../src/codec/index.ts";
import {
  applyHeaders,
  cborHeaders,
  keys,
  listOf,
  manyKeys,
  maps,
  patch,
  post,
  protobufHeaders,
  type WaitCase,
  yamlHeaders,
} from "./case.ts";
import { type MessageFields, message } from "./protobuf.ts";

/** The cases, in the order of the table. */
export const mediaTypeCases: readonly WaitCase[] = [
  {
    name: "create in YAML with 150,000 keys",
    requests: () => [
      post(maps, `${yamlHead}data:\n${listOf(150_000, (index) => `  k${index}: ""\n`).join("")}`, yamlHeaders),
    ],
  },
  {
    name: "create in YAML with 150,000 keys in braces",
    requests: () => [
      post(maps, `${yamlHead}data: {${listOf(150_000, (index) => `k${index}: ""`).join(", ")}}\n`, yamlHeaders),
    ],
  },
  {
    name: "create in YAML with 2.9 MB of comments",
    requests: () => [post(maps, `${yamlHead}${"# a comment\n".repeat(240_000)}`, yamlHeaders)],
    rejectedWith: 413,
  },
  {
    name: "create in YAML with a block of 2.9 MB",
    requests: () => [post(maps, `${yamlHead}data:\n  a: |\n${"    line\n".repeat(320_000)}`, yamlHeaders)],
    rejectedWith: 422,
  },
  {
    name: "create in YAML with 100,000 references to anchors",
    requests: () => [
      post(
        maps,
        `${yamlHead}data: {a: &a "x", ${listOf(100_000, (index) => `k${index}: *a`).join(", ")}}\n`,
        yamlHeaders,
      ),
    ],
  },
  {
    name: "create in YAML with 200,000 empty lists",
    requests: () => [post(maps, `${yamlHead}u:\n${"- []\n".repeat(500_000)}`, yamlHeaders)],
    rejectedWith: 400,
  },
  {
    name: "create in YAML with 9,000 lists in each other",
    requests: () => [post(maps, `${yamlHead}u: ${"[".repeat(9000)}${"]".repeat(9000)}\n`, yamlHeaders)],
    rejectedWith: 400,
  },
  {
    name: "create in protobuf with 180,000 keys",
    requests: () => [{ method: "POST", path: maps, headers: protobufHeaders, body: protobufMap(manyKeys) }],
    // The body has more fields than orch accepts in protobuf.
    rejectedWith: 400,
  },
  {
    name: "create in CBOR with 400,000 keys in unknown fields",
    requests: () => [{ method: "POST", path: maps, headers: cborHeaders, body: cborMap(400) }],
  },
  {
    name: "create in CBOR with 510,000 keys",
    requests: () => [{ method: "POST", path: maps, headers: cborHeaders, body: cborMap(510) }],
    // The body has more keys than orch accepts.
    rejectedWith: 400,
  },
  {
    name: "apply in YAML of 150,000 keys",
    requests: () => [
      patch(
        `${maps}/#?fieldManager=a`,
        applyHeaders,
        `${yamlHead}data:\n${listOf(150_000, (index) => `  k${index}: ""\n`).join("")}`,
      ),
    ],
  },
];

/** Returns a ConfigMap with an unknown list of objects with 1,000 keys each, the most that CBOR accepts, rounded down. */
function cborMap(objects: number): Buffer {
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "#" }, u: listOf(objects, () => keys(1000)) };
  return encodeCbor(object);
}

const yamlHead = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: '#'\n";

function protobufMap(count: number): Buffer {
  const entries: MessageFields = listOf(count, (index) => [
    2,
    [
      [1, `k${index}`],
      [2, ""],
    ],
  ]);
  const raw = message([[1, [[1, "#"]]], ...entries]);
  return Buffer.concat([
    Buffer.from("k8s\0"),
    message([
      [
        1,
        [
          [1, "v1"],
          [2, "ConfigMap"],
        ],
      ],
      [2, raw],
    ]),
  ]);
}
