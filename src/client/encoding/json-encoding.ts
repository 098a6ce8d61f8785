/** Bodies in JSON. */
import type { StatusError } from "../../meta/status-error.ts";
import { errorOfResponse, type JsonForm, readLines, readResponse } from "../read-response.ts";
import { patchTypes, type RequestParts } from "../requests.ts";
import type { TransportResponse } from "../transport.ts";
import type { BodyEncoding, EncodedBody } from "./body-encoding.ts";

/** The encoding of every request that no other encoding covers. */
export class JsonEncoding implements BodyEncoding {
  readonly mediaType = "application/json";
  readonly #json: JsonForm;

  constructor(json: JsonForm) {
    this.#json = json;
  }

  covers(): boolean {
    return true;
  }

  encode({ patch, body }: RequestParts): EncodedBody {
    return { contentType: patch ? patchTypes[patch] : this.mediaType, body: this.#json.stringify(body) };
  }

  /** Reads responses of any media type, because proxies in front of the server respond with texts. */
  reads(): boolean {
    return true;
  }

  async read(response: TransportResponse): Promise<unknown> {
    return await readResponse(response, this.#json);
  }

  async readError(response: TransportResponse): Promise<StatusError> {
    return await errorOfResponse(response);
  }

  readEvents(response: TransportResponse): AsyncIterable<unknown> {
    return readLines(response, this.#json);
  }
}
