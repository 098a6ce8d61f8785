/** Faults of client certificates, authenticating proxies, anonymous requests, and headers with credentials. */
import type { Fault } from "../../fault.ts";

export const certificateAndProxyFaults: readonly Fault[] = [
  {
    name: "certificate-for-servers-accepted",
    breaks: "the server accepts a client certificate that was issued for servers",
    file: "src/authn/certificates/certificate-verifier.ts",
    find: "const validity = tls.authorized ? validityOfChain(presented, pool, nowMs) : undefined;",
    replace: "const validity = validityOfChain(presented, pool, nowMs);",
    tests: ["test/authentication/client-certificates.test.ts"],
  },
  {
    name: "expired-intermediate-accepted",
    breaks: "a client certificate is accepted although an authority between it and the CA has expired",
    file: "src/authn/certificates/certificate-chain.ts",
    find: "const validity = common(sofar, validityOf(subject));",
    replace: "const validity = length === 1 ? validityOf(subject) : sofar;",
    tests: ["test/authentication/open-connections.test.ts"],
  },
  {
    name: "removed-authority-trusted",
    breaks: "an open connection stays authenticated after its authority was removed from the CA file",
    file: "src/authn/certificates/certificate-verifier.ts",
    find: "const isCurrent = verification?.pool === pool && (",
    replace: "const isCurrent = verification && (",
    tests: ["test/authentication/open-connections.test.ts"],
  },
  {
    name: "half-written-authorities-loaded",
    breaks: "a half-written CA file replaces the authorities before it",
    file: "src/authn/certificates/certificate-pool.ts",
    find: '  if (blocks.length !== pem.split(beginning).length - 1) throw new Error("contains an incomplete certificate");\n',
    replace: "",
    tests: ["test/authentication/open-connections.test.ts"],
  },
  {
    name: "headers-without-certificate-trusted",
    breaks: "the headers of a proxy are trusted from a client without a certificate",
    file: "src/authn/front-proxy.ts",
    find:
      "if (certificate === undefined || certificate instanceof AuthenticationError) return certificate;\n" +
      "    if (allowedNames.length > 0",
    replace:
      "if (certificate instanceof AuthenticationError) return certificate;\n" +
      "    if (certificate && allowedNames.length > 0",
    tests: ["test/authentication/front-proxies.test.ts"],
  },
  {
    name: "users-taken-for-proxies",
    breaks: "the headers of a proxy are trusted from a client with a certificate of the users' authority",
    file: "src/app/authentication/compose-authentication.ts",
    find: "new CertificateVerifier(() => trust.proxies(), clock)",
    replace: "new CertificateVerifier(() => trust.users(), clock)",
    tests: ["test/authentication/front-proxies.test.ts"],
  },
  {
    name: "allowed-names-ignored",
    breaks: "a proxy whose name is not allowed may pass users",
    file: "src/authn/front-proxy.ts",
    find: "    if (allowedNames.length > 0 && !allowedNames.includes(certificate.commonName)) return notAllowed;\n",
    replace: "",
    tests: ["test/authentication/front-proxies.test.ts"],
  },
  {
    name: "extra-key-not-decoded",
    breaks: "the keys of extra properties that a proxy passes keep their escapes",
    file: "src/authn/front-proxy.ts",
    find: "const key = decodeKey(header.slice(prefix.length));",
    replace: "const key = header.slice(prefix.length);",
    tests: ["test/authentication/front-proxies.test.ts"],
  },
  {
    name: "token-left-in-headers",
    breaks: "the bearer token stays in the headers of an authenticated request",
    file: "src/authn/user-headers.ts",
    find: '  names.add("authorization");\n',
    replace: "",
    tests: ["src/server/filters/authenticate.test.ts"],
  },
  {
    name: "usual-headers-left",
    breaks: "headers such as X-Remote-User stay in a request if the flags name other headers of proxies",
    file: "src/authn/user-headers.ts",
    find: "[usualHeaders, ...(proxyHeaders ? [lowerCaseHeaders(proxyHeaders)] : [])]",
    replace: "[proxyHeaders ? lowerCaseHeaders(proxyHeaders) : usualHeaders]",
    tests: ["src/server/filters/authenticate.test.ts"],
  },
  {
    name: "token-left-in-subprotocols",
    breaks: "the response to a WebSocket request repeats the token among its subprotocols",
    file: "src/authn/web-socket-token.ts",
    find: 'credentials.replaceHeader(protocolsHeader, otherProtocols.join(","));',
    replace: 'credentials.replaceHeader(protocolsHeader, [header, ...otherProtocols].join(","));',
    tests: ["test/authentication/simple-tokens.test.ts", "src/authn/bearer-token.test.ts"],
  },
  {
    name: "anonymous-paths-ignored",
    breaks: "anonymous requests are accepted for all paths, although the configuration lists some",
    file: "src/authn/anonymous.ts",
    find: "    if (allowedPaths.size > 0 && !allowedPaths.has(path)) return undefined;\n",
    replace: "",
    tests: ["src/authn/authenticator.test.ts", "test/authentication/anonymous-requests.test.ts"],
  },
];
