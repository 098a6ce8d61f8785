/** Bodies in CBOR. They need no schema, so all types have them. */
import {
  cborOfJson,
  cborSequenceSplitter,
  isWithinCborLimits,
  readCborValue,
  requestCborLimits,
  storedCborLimits,
} from "../../codec/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { StatusError } from "../../meta/status-error.ts";
import type { BodyEncoding, EncodedBody } from "../encoding/body-encoding.ts";
import { errorOfStatus, type JsonForm } from "../read-response.ts";
import type { RequestParts } from "../requests.ts";
import type { TransportResponse } from "../transport.ts";
import { decoding, eventBytesMax, readBytes, readFrames } from "./binary-body.ts";

const sequenceMediaType = "application/cbor-seq";
const applyMediaType = "application/apply-patch+cbor";

/** Requests and responses in CBOR, for all types. Tables, and patches other than applies, stay in JSON. */
export class CborEncoding implements BodyEncoding {
  readonly mediaType = "application/cbor";
  readonly #json: JsonForm;

  /** @param json writes the values of bodies, so that they have the same content as in JSON */
  constructor(json: JsonForm) {
    this.#json = json;
  }

  covers({ as }: RequestParts): boolean {
    return as?.kind !== "Table";
  }

  encode({ patch, body }: RequestParts): EncodedBody | undefined {
    if (patch !== undefined && patch !== "apply") return undefined;
    const document = cborOfJson(this.#json.stringify(body));
    // Servers accept larger objects in JSON.
    if (!document || !isWithinCborLimits(document, requestCborLimits)) return undefined;
    return { contentType: patch ? applyMediaType : this.mediaType, body: document };
  }

  reads(mediaType: string): boolean {
    return mediaType === this.mediaType || mediaType === sequenceMediaType;
  }

  async read(response: TransportResponse): Promise<unknown> {
    return decodeDocument(await readBytes(response));
  }

  async readError(response: TransportResponse): Promise<StatusError> {
    return errorOfStatus((await this.read(response)) as StatusResponse, response);
  }

  async *readEvents(response: TransportResponse): AsyncIterable<unknown> {
    for await (const document of readFrames(response, cborSequenceSplitter(eventBytesMax), "CBOR")) {
      yield decodeDocument(document);
    }
  }
}

function decodeDocument(document: Buffer): unknown {
  return decoding("CBOR", () => readCborValue(document, storedCborLimits));
}
