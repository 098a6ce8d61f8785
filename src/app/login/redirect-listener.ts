/** Receives the redirect of the browser on the loopback address, as RFC 8252 describes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deferred } from "../../base/deferred.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { RedirectListener } from "../../cli/index.ts";
import { LoginError } from "../../client/oidc/index.ts";

const host = "127.0.0.1";
const path = "/callback";
const connectionsMax = 20;
const headerBytesMax = 16_384;
const requestMs = 10_000;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
  connection: "close",
};

/** Starts to listen. @param port 0 for a free port @throws LoginError if another program uses the port */
export async function listenForRedirect(port: number): Promise<RedirectListener> {
  const listener = new HttpRedirectListener();
  await listener.start(port);
  return listener;
}

class HttpRedirectListener implements RedirectListener {
  readonly #server: Server;
  #accepts: (query: URLSearchParams) => boolean = () => false;
  readonly #received = deferred<URLSearchParams>();

  constructor() {
    const limits = { maxHeaderSize: headerBytesMax, requestTimeout: requestMs, headersTimeout: requestMs };
    this.#server = createServer(limits, (request, response) => this.#respond(request, response));
    this.#server.maxConnections = connectionsMax;
  }

  async start(port: number): Promise<void> {
    const listening = deferred();
    this.#server.once("error", (error) => listening.reject(error));
    this.#server.listen(port, host, () => listening.resolve());
    await listening.promise.catch((error: unknown) => {
      throw new LoginError(`--port: ${host}:${port} cannot be used: ${reasonOf(error)}`, { cause: error });
    });
  }

  get redirectUri(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://${host}:${port}${path}`;
  }

  async receive(accepts: (query: URLSearchParams) => boolean, signal: AbortSignal): Promise<URLSearchParams> {
    signal.throwIfAborted();
    this.#accepts = accepts;
    const onAbort = (): void => this.#received.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await this.#received.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const query = queryOf(request);
    if (!query || !this.#accepts(query)) {
      response.writeHead(400, headers).end("<p>This request does not belong to a login of orch.</p>\n");
      return;
    }
    response.writeHead(200, headers).end("<p>Return to the terminal. You can close this page.</p>\n");
    response.once("close", () => this.#received.resolve(query));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = deferred();
    this.#server.close(() => closed.resolve());
    this.#server.closeAllConnections();
    await closed.promise;
  }
}

/** Returns the query of a redirect. Undefined for any other request. */
function queryOf({ method, url = "" }: IncomingMessage): URLSearchParams | undefined {
  const [requestPath, ...queryParts] = url.split("?");
  return method === "GET" && requestPath === path ? new URLSearchParams(queryParts.join("?")) : undefined;
}
