/**
 * Requests and responses of the client library in protobuf and CBOR. Only Node has these encodings. The schemas of all
 * kinds are loaded only for protobuf.
 */
import { type Clock, systemClock } from "../../base/clock.ts";
import type { BodyEncoding, EncodingOptions } from "../encoding/body-encoding.ts";
import { CborEncoding } from "./cbor-encoding.ts";

/**
 * Returns the encoding that a client has chosen.
 * @param clock measures the speed of the connection for `auto`. Default: the system's clock
 */
export async function loadBinaryEncoding(
  { vocabulary, contentType, json }: EncodingOptions,
  clock: Clock = systemClock,
): Promise<BodyEncoding> {
  if (contentType === "cbor") return new CborEncoding(json);
  const { ProtobufEncoding } = await import("./protobuf-encoding.ts");
  const protobuf = new ProtobufEncoding(vocabulary);
  if (contentType === "protobuf") return protobuf;
  const { SlowListEncoding } = await import("./slow-list-encoding.ts");
  return new SlowListEncoding(protobuf, clock);
}
