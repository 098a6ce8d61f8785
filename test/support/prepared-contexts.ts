/** TLS contexts of test clients. Preparing one takes milliseconds, so connections with the same credentials share it. */
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";

/** Certificates and key of a client, as `createSecureContext` takes them. */
export type ClientCredentials = Pick<SecureContextOptions, "ca" | "cert" | "key">;

/** Number of contexts that are kept. Each test server has its own credentials, and most are used by one test file. */
const keptMax = 20;
const kept = new Map<string, SecureContext>();

/** Returns a context with these credentials. @throws Error of OpenSSL */
export function preparedContext({ ca, cert, key }: ClientCredentials): SecureContext {
  const name = JSON.stringify([ca, cert, key]);
  const context = kept.get(name) ?? createSecureContext({ ca, cert, key });
  // The context that was not used for the longest time is the first one.
  kept.delete(name);
  kept.set(name, context);
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  return context;
}
