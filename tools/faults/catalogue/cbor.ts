/** Faults of CBOR: missing limits and checks, other bytes, wrong media types, and lost stored objects. */
import type { FaultRoom } from "../fault.ts";

const bodies = "test/conformance/cbor-bodies.test.ts";
const requests = "test/conformance/cbor.test.ts";
const objects = "src/codec/cbor/reference-objects.test.ts";
const format = "src/registry/cbor-format.test.ts";

export const cborFaults: FaultRoom = {
  room: "cbor",
  faults: [
    {
      name: "cbor-depth-unlimited",
      breaks: "the nesting of CBOR is not limited",
      file: "src/codec/cbor/well-formed.ts",
      find: "if (depth >= depthMax) throw",
      replace: "if (depth >= depthMax * 2) throw",
      tests: [bodies],
    },
    {
      name: "cbor-length-unchecked",
      breaks: "a string of CBOR may be longer than its document",
      file: "src/codec/cbor/well-formed.ts",
      find: "if (this.#bytes.length - this.at < length) throw unexpectedEnd();",
      replace: "if (this.#bytes.length < length) throw unexpectedEnd();",
      tests: ["src/codec/cbor/hostile.test.ts"],
    },
    {
      name: "cbor-infinity-accepted",
      breaks: "CBOR may contain infinite numbers, which JSON cannot represent",
      file: "src/codec/cbor/well-formed.ts",
      find: "if (!Number.isFinite(value)) throw",
      replace: "if (Number.isNaN(value)) throw",
      tests: [bodies],
    },
    {
      name: "cbor-repeated-key-accepted",
      breaks: "the last of several equal keys in CBOR counts, instead of being an error",
      file: "src/codec/cbor/typed-reader.ts",
      find: "      if (Object.hasOwn(object, name)) {",
      replace: '      if (name === "" && Object.hasOwn(object, name)) {',
      tests: [bodies],
    },
    {
      name: "cbor-floats-too-wide",
      breaks: "floating point numbers in CBOR are longer than in the reference",
      file: "src/codec/cbor/half-float.ts",
      find: "if (exponent > exponentBias || exponent < -24) return undefined;",
      replace: "if (exponent > 0 || exponent < -24) return undefined;",
      tests: [objects],
    },
    {
      name: "cbor-keys-unsorted",
      breaks: "the keys of maps in CBOR are not sorted by their encoded bytes",
      file: "src/codec/cbor/encode.ts",
      find: "if (lengths !== 0) return lengths;",
      replace: "if (lengths > 100) return lengths;",
      tests: [objects],
    },
    {
      name: "cbor-members-misplaced",
      breaks: "kind and apiVersion of objects in CBOR are not at their sorted positions",
      file: "src/codec/cbor/object-content.ts",
      find: "if (Buffer.compare(key, apiVersionKey) > 0) apiVersionAt ??= writer.length;",
      replace: "if (Buffer.compare(key, kindKey) > 0) apiVersionAt ??= writer.length;",
      tests: ["src/codec/cbor/object-content.test.ts"],
    },
    {
      name: "cbor-without-gate",
      breaks: "the server accepts and sends CBOR although the gate is off",
      file: "src/server/route.ts",
      find: "call.servesCbor = resources.servesCbor;",
      replace: "call.servesCbor = true;",
      tests: [requests],
    },
    {
      name: "cbor-in-tables",
      breaks: "a Table is sent in CBOR",
      file: "src/server/output/negotiate-output.ts",
      find: '  if (kind === "Table" && !textOffers.some((offer) => offer.mediaType === mediaType)) return false;',
      replace: '  if (kind === "Table" && protobufMediaTypes.includes(mediaType)) return false;',
      tests: [requests],
    },
    {
      name: "cbor-gate-forgets-objects",
      breaks: "objects that were stored in CBOR cannot be read after the gate was turned off",
      file: "src/registry/object-format.ts",
      find: "const encodingMax = exactFlag + expiresFlag + markedFlag + cborFlag;",
      replace: "const encodingMax = exactFlag + expiresFlag + markedFlag;",
      tests: [format],
    },
    {
      name: "cbor-stores-rounded-integers",
      breaks: "a stored integer of more than 64 bits loses digits",
      file: "src/codec/cbor/transcode.ts",
      find: "      return BigInt.asIntN(64, node) === node;",
      replace: "      else writer.float(Number(node));\n      return true;",
      tests: [format],
    },
  ],
};
