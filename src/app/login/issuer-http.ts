/** Sends requests to OpenID Connect issuers over TLS, with limits on time and size. */
import type { Clock } from "../../base/clock.ts";
import { IssuerUnreachableError, LoginError, type SendToIssuer } from "../../client/oidc/index.ts";
import { EgressClient, EgressError } from "../../egress/index.ts";
import type { EnvironmentVariables } from "../../meta/proxies/environment-proxy.ts";

/** Certificates and clock of requests. */
export interface IssuerHttpOptions {
  /** Certificates in PEM that verify the issuer. Undefined: those of Node. */
  readonly ca: string | undefined;
  readonly clock: Clock;
  /** EnvironmentVariables variables that name proxies. */
  readonly env: EnvironmentVariables;
}

/** Largest response. Real documents have a few kilobytes. */
const responseBytesMax = 1_048_576;
/** Limit of a whole request. */
const timeoutMs = 10_000;

/** Returns a function that sends requests. It does not follow redirects. */
export function issuerHttp({ ca, clock, env }: IssuerHttpOptions): SendToIssuer {
  return async (request) => {
    // Closed after the request, because open connections would delay the end of the command.
    await using client = new EgressClient({ clock, env });
    const url = new URL(request.url);
    const limits = { timeoutMs, bytesMax: responseBytesMax };
    try {
      const { status, body } = await client.request({
        ...request,
        ...limits,
        url,
        ...(ca === undefined ? {} : { ca }),
      });
      return { status, body };
    } catch (error) {
      throw error instanceof EgressError ? loginErrorOf(error, url.origin) : error;
    }
  };
}

/** Returns the error of a failed request, with the next step of the user. */
function loginErrorOf(error: EgressError, origin: string): LoginError {
  const { failure, reason } = error;
  switch (failure) {
    case "timeout":
      return new IssuerUnreachableError(`${origin} did not respond within ${timeoutMs / 1000} s`, { cause: error });
    case "tls":
      return new LoginError(
        `no connection to ${origin}: ${reason}; --ca-file names the certificates to verify it with`,
        {
          cause: error,
        },
      );
    case "response":
      return new LoginError(`the response of ${origin} is invalid: ${reason}`, { cause: error });
    default:
      return new IssuerUnreachableError(`${origin} did not respond: ${reason}`, { cause: error });
  }
}
