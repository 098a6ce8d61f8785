/** Requests to issuers. */

/** A request for a document of an issuer. */
export interface FetchRequest {
  readonly url: URL;
  readonly method: "GET";
  readonly headers?: Readonly<Record<string, string>>;
  /** CA certificates in PEM that verify the server. Default: the CAs of Node. */
  readonly ca?: string;
  /** Time limit from the call to the end of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum size of the response's body. */
  readonly bytesMax: number;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** A complete response. Redirects are responses, too. */
export interface FetchResponse {
  readonly status: number;
  /** Values by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends a request without following redirects. The client of the room `egress/` is the real one.
 * @throws Error if there is no complete response within the limits
 */
export type Fetch = (request: FetchRequest) => Promise<FetchResponse>;

/** Time limit of a request to an issuer. */
const timeoutMs = 10_000;
/** Largest document of an issuer. A set of keys has a few kilobytes. */
const bytesMax = 1024 * 1024;

/** How an issuer is reached. */
export interface IssuerConnection {
  readonly fetch: Fetch;
  /** CA certificates in PEM. Undefined: the CAs of Node. */
  readonly certificateAuthority: string | undefined;
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

/**
 * Requests a document over TLS.
 * @throws Error if the URL is not an https URL, or there is no complete response within the limits
 */
export async function requestDocument(
  address: string,
  { fetch, certificateAuthority, signal }: IssuerConnection,
  headers: Readonly<Record<string, string>> = {},
): Promise<FetchResponse> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:") throw new Error("the URL of the document does not begin with https://");
  const ca = certificateAuthority === undefined ? {} : { ca: certificateAuthority };
  return await fetch({ url, method: "GET", headers, timeoutMs, bytesMax, signal, ...ca });
}
