/** Sends requests to OpenID Connect issuers over TLS, with limits on time and size. */
import type { Clock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { IssuerUnreachableError, LoginError, type SendToIssuer } from "../../client/oidc/index.ts";

/** Certificates, clock and limits of requests. */
export interface IssuerHttpOptions {
  /** Certificates in PEM that verify the issuer. Undefined: those of the system. */
  readonly ca: string | undefined;
  readonly clock: Clock;
  /** Limit of a whole request. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** Largest response. Real documents have a few kilobytes. */
const responseBytesMax = 1_048_576;
const headerBytesMax = 16_384;
const timeoutMsDefault = 10_000;

/** Returns a function that sends requests. It does not follow redirects. */
export function issuerHttp({ ca, clock, timeoutMs = timeoutMsDefault }: IssuerHttpOptions): SendToIssuer {
  return async ({ method, url, headers, body, signal }) => {
    const { Agent, request } = await import("undici");
    const late = new AbortController();
    const origin = new URL(url).origin;
    using _ = clock.after(timeoutMs, () => {
      late.abort(new IssuerUnreachableError(`${origin} did not respond within ${timeoutMs / 1000} s`));
    });
    const connect = ca === undefined ? {} : { ca };
    const agent = new Agent({ connect, maxHeaderSize: headerBytesMax, maxResponseSize: responseBytesMax });
    try {
      const options = { method, headers, dispatcher: agent, signal: AbortSignal.any([signal, late.signal]) };
      const response = await request(url, body === undefined ? options : { ...options, body });
      return { status: response.statusCode, body: Buffer.from(await response.body.arrayBuffer()) };
    } catch (error) {
      signal.throwIfAborted();
      late.signal.throwIfAborted();
      throw describe(error, origin);
    } finally {
      await agent.destroy();
    }
  };
}

/** Returns the error of a failed request, with the next step of the user. */
function describe(error: unknown, origin: string): LoginError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new LoginError(`${origin} sent more than ${responseBytesMax} bytes`, { cause: error });
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    const next = "name the certificate authority of the issuer with --ca-file";
    return new LoginError(`the certificate of ${origin} is not accepted: ${reasonOf(error)}; ${next}`, {
      cause: error,
    });
  }
  return new IssuerUnreachableError(`${origin} did not respond: ${reasonOf(error)}`, { cause: error });
}
