/** The cipher suites of `--tls-cipher-suites`: the names of IANA, as the reference uses them, and those of OpenSSL. */

/** The suites of TLS 1.3. As in the reference, they are always enabled. */
const tls13Suites = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"] as const;

/** Suites of TLS 1.2 and older that are not known to be weak. They are the default. */
const preferredSuites: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: "ECDHE-ECDSA-AES128-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: "ECDHE-ECDSA-AES256-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: "ECDHE-RSA-AES128-SHA",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: "ECDHE-RSA-AES256-SHA",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: "ECDHE-RSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
};

/** Weak suites. Node's OpenSSL lacks those without a name. */
const insecureSuites: Readonly<Record<string, string | undefined>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: "ECDHE-ECDSA-AES128-SHA256",
  TLS_ECDHE_ECDSA_WITH_RC4_128_SHA: undefined,
  TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA: undefined,
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256: "ECDHE-RSA-AES128-SHA256",
  TLS_ECDHE_RSA_WITH_RC4_128_SHA: undefined,
  TLS_RSA_WITH_3DES_EDE_CBC_SHA: undefined,
  TLS_RSA_WITH_AES_128_CBC_SHA: "AES128-SHA",
  TLS_RSA_WITH_AES_128_CBC_SHA256: "AES128-SHA256",
  TLS_RSA_WITH_AES_128_GCM_SHA256: "AES128-GCM-SHA256",
  TLS_RSA_WITH_AES_256_CBC_SHA: "AES256-SHA",
  TLS_RSA_WITH_AES_256_GCM_SHA384: "AES256-GCM-SHA384",
  TLS_RSA_WITH_RC4_128_SHA: undefined,
};

/** The order in which the reference prefers suites, whatever the order of the flag. */
const preferenceOrder = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-ECDSA-AES128-SHA",
  "ECDHE-RSA-AES128-SHA",
  "ECDHE-ECDSA-AES256-SHA",
  "ECDHE-RSA-AES256-SHA",
  "AES128-GCM-SHA256",
  "AES256-GCM-SHA384",
  "AES128-SHA",
  "AES256-SHA",
  "ECDHE-ECDSA-AES128-SHA256",
  "ECDHE-RSA-AES128-SHA256",
  "AES128-SHA256",
];

/** The suites that HTTP/2 requires with TLS 1.2. */
const http2Suites = ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"] as const;

/** How a list of cipher suites is used. */
export interface CipherSuiteUse {
  readonly servesHttp2: boolean;
  /** Whether only TLS 1.3 is accepted. Its suites cannot be configured. */
  readonly onlyTls13: boolean;
}

/** Returns what is wrong with a list of suites, in the words of the reference. */
export function cipherSuiteProblems(names: readonly string[], use: CipherSuiteUse): readonly string[] {
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length > 0) {
    return unknown.map((name) => `--tls-cipher-suites: Cipher suite ${name} not supported or doesn't exist`);
  }
  if (names.length === 0 || use.onlyTls13 || !use.servesHttp2 || http2Suites.some((one) => names.includes(one))) {
    return [];
  }
  return [
    "--tls-cipher-suites: error configuring http2: http2: TLSConfig.CipherSuites is missing an HTTP/2-required " +
      `AES_128_GCM_SHA256 cipher (need at least one of ${http2Suites.join(" or ")})`,
  ];
}

/** Returns the warnings about weak suites, and about those that have no effect. */
export function cipherSuiteWarnings(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => Object.hasOwn(insecureSuites, name))
    .flatMap((name) => [
      `Use of insecure cipher '${name}' detected.`,
      ...(insecureSuites[name] === undefined ? [`the cipher suite ${name} is not available, and has no effect`] : []),
    ]);
}

/** Returns a list of suites in OpenSSL's notation, the preferred ones first. An empty list means the default suites. */
export function opensslCiphers(names: readonly string[]): string {
  const used = names.length === 0 ? Object.keys(preferredSuites) : names;
  const older = new Set(used.map((name) => preferredSuites[name] ?? insecureSuites[name]));
  return [...tls13Suites, ...preferenceOrder.filter((name) => older.has(name))].join(":");
}

function isKnown(name: string): boolean {
  return [preferredSuites, insecureSuites].some((table) => Object.hasOwn(table, name)) || isTls13(name);
}

function isTls13(name: string): boolean {
  return (tls13Suites as readonly string[]).includes(name);
}
