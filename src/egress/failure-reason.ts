/** Translates errors of sockets, TLS and the HTTP parser into EgressErrors in Go's words. */
import { HostMismatchError, handshakeFault, verificationFault } from "./certificate-fault.ts";
import { EgressError, type FailedRequest } from "./egress-error.ts";

/** Maximum size of the response's status line and headers. */
export const headerBytesMax = 65_536;

/** A request, with the part of it that failed. */
export interface FailureContext extends FailedRequest {
  /** Whether the status and the headers had arrived. */
  readonly isReadingBody: boolean;
}

/** Texts of the operating system's errors while a connection is opened. */
const connectFaults: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: "cannot assign requested address",
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: "no route to host",
  EMFILE: "too many open files",
  ENETUNREACH: "network is unreachable",
  ETIMEDOUT: "connection timed out",
};

/** Returns the error to throw for an error of a connection or its HTTP parser. */
export function egressErrorOf(error: unknown, context: FailureContext): EgressError {
  const request = context.isReadingBody ? undefined : context;
  if (error instanceof EgressError) return new EgressError(error.failure, error.reason, request);
  if (error instanceof HostMismatchError) return new EgressError("tls", error.message, request);
  const { code, syscall, at } = detailsOf(error);
  if (syscall === "connect") {
    return new EgressError("connect", `dial tcp ${at}: connect: ${connectFaults[code] ?? code}`, request);
  }
  if (code === "ECONNRESET" || code === "EPIPE") {
    const text = code === "EPIPE" ? "write: broken pipe" : "read: connection reset by peer";
    return new EgressError("reset", text, request);
  }
  const tlsReason = verificationFault(code) ?? handshakeFault(code);
  if (tlsReason !== undefined) return new EgressError("tls", tlsReason, request);
  return responseError(code, context);
}

/** Returns the error for a response that ends early or breaks HTTP/1.1. */
function responseError(code: string, context: FailureContext): EgressError {
  const request = context.isReadingBody ? undefined : context;
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    const reason = `net/http: server response headers exceeded ${headerBytesMax} bytes; aborted`;
    return new EgressError("response", reason, request);
  }
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") {
    return new EgressError("client", "http: the client is closed", request);
  }
  if (code === "UND_ERR_SOCKET" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    return new EgressError("closed", context.isReadingBody ? "unexpected EOF" : "EOF", request);
  }
  const reason = context.isReadingBody ? "malformed chunked encoding" : "malformed HTTP response";
  return new EgressError("response", `net/http: HTTP/1.x transport connection broken: ${reason}`, request);
}

interface ErrorDetails {
  readonly code: string;
  readonly syscall: unknown;
  /** Address and port of the server. */
  readonly at: string;
}

/** Returns the members of an error of Node. If all addresses of a host failed, those of the first one. */
function detailsOf(error: unknown): ErrorDetails {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, syscall, address, port } = (first ?? {}) as Partial<Record<string, unknown>>;
  const host = String(address).includes(":") ? `[${String(address)}]` : String(address);
  return { code: typeof code === "string" ? code : "", syscall, at: `${host}:${String(port)}` };
}
