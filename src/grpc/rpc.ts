/** A call with one request and one response. */
export interface Rpc<Request, Response> {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly encode: (request: Request) => Buffer;
  /** @throws MalformedMessage */
  readonly decode: (message: Buffer) => Response;
}
