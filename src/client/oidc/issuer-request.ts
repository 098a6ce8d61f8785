/** The interface to the issuer's HTTP server, and the parser of its JSON documents. */
import { isJsonObject } from "../../base/json-object.ts";
import { LoginError } from "./login-error.ts";

/** A complete request over TLS, with the form as text. */
export interface IssuerRequest {
  readonly method: "GET" | "POST";
  /** An `https:` URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Status and whole body that the issuer sent. */
export interface IssuerResponse {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Sends a request. It follows no redirects, and limits the time and the size of the response.
 * @throws LoginError if there is no complete response
 */
export type SendToIssuer = (request: IssuerRequest) => Promise<IssuerResponse>;

/** Fields of a document. Their types are not known. */
export type IssuerDocument = Readonly<Record<string, unknown>>;

/** Reads a JSON document with GET. @param title names the document in errors */
export async function getDocument(
  url: string,
  title: string,
  { send, signal }: { readonly send: SendToIssuer; readonly signal: AbortSignal },
): Promise<IssuerDocument> {
  const response = await send({ method: "GET", url, headers: { accept: "application/json" }, signal });
  if (response.status === 200) return parseDocument(response, `${title} at ${url}`);
  throw unexpectedStatus(response, `${title} at ${url}`);
}

/** Returns the error of a response that has neither the expected status nor a described error. */
export function unexpectedStatus({ status }: IssuerResponse, title: string): LoginError {
  const isRedirect = status >= 300 && status < 400;
  return new LoginError(
    isRedirect
      ? `${title}: the issuer responded with a redirect (${status}), which is not followed; name the final URL`
      : `${title}: the issuer responded with status ${status}`,
  );
}

/** Parses a JSON object. @throws LoginError if the body is anything else */
export function parseDocument({ body }: IssuerResponse, title: string): IssuerDocument {
  let document: unknown;
  try {
    document = JSON.parse(body.toString("utf8"));
  } catch (error) {
    throw new LoginError(`${title}: the response is not JSON`, { cause: error });
  }
  if (isJsonObject(document)) return document;
  throw new LoginError(`${title}: the response is not a JSON object`);
}
