/** Collects the parts of a response, with a limit on its size. */
import type { Dispatcher } from "undici";
import { type Deferred, deferred } from "../base/deferred.ts";
import { EgressError } from "./egress-error.ts";

/** A complete response. Redirects and errors of the server are responses, too. */
export interface EgressResponse {
  readonly status: number;
  /** Values by name in lower case. Values of repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

type Controller = Dispatcher.DispatchController;
type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Receives one response from the HTTP client. It is not a stream, because a stream for each response takes a third of the processor
 * time of a small request.
 */
export class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #bytesMax: number;
  readonly #response: Deferred<EgressResponse> = deferred();
  #controller: Controller | undefined;
  #abortReason: Error | undefined;
  #status = 0;
  #headers: ReadonlyMap<string, string> = new Map();
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
    // The request may be aborted before anything waits for the response.
    this.#response.promise.catch(() => undefined);
  }

  /** Whether the status and the headers have arrived. */
  get isReadingBody(): boolean {
    return this.#status !== 0;
  }

  /** Resolves at the end of the response. Rejects with the reason of `abort`, or with the HTTP client's error. */
  get response(): Promise<EgressResponse> {
    return this.#response.promise;
  }

  /** Ends the request at once, and closes its connection. */
  abort(reason: Error): void {
    if (this.#abortReason) return;
    this.#abortReason = reason;
    this.#response.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#abortReason) controller.abort(this.#abortReason);
  }

  onResponseStart(_: Controller, status: number, headers: ReceivedHeaders): void {
    // Further headers follow those of an informational response.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headersOf(headers);
    if (Number(headers["content-length"] ?? 0) > this.#bytesMax) this.#rejectLarge();
  }

  onResponseData(_: Controller, piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#bytesMax) this.#rejectLarge();
    else this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    const [first] = this.#pieces;
    const body = first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    this.#response.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: Controller, error: Error): void {
    this.#response.reject(error);
  }

  #rejectLarge(): void {
    this.abort(new EgressError("response", `the response is larger than ${this.#bytesMax} bytes`));
  }
}

/** Returns the headers by name in lower case. A map holds them, because a server chooses the names. */
function headersOf(headers: ReceivedHeaders): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) values.set(name, typeof value === "string" ? value : value.join(", "));
  return values;
}
