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
    const json = this.#json.stringify(body);
    if (patch === undefined) return { contentType: this.mediaType, body: json };
    return { contentType: patchTypes[patch], body: patch === "apply" ? escapedForYaml(json) : json };
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

/** Characters that JSON texts may contain, but that YAML parsers reject, or replace as line breaks. */
const yamlSpecials = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Escapes characters in a JSON text so that it means the same as YAML. Servers parse the body of an apply as YAML. */
function escapedForYaml(json: string): string {
  return json.replace(yamlSpecials, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
