/** The flags of connections: TLS, several certificates on one port, and what browsers and balancers need. */
import { assert } from "../../base/assert.ts";
import type { ExplicitValues, FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { cipherSuiteProblems, cipherSuiteWarnings, opensslCiphers } from "./cipher-suites.ts";

const goawayChanceMax = 0.02;

/** Flags of the TLS of a listener. */
export const tlsFlags = [
  {
    name: "tls-cipher-suites",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group: "Serving",
    doc:
      "Cipher suites of TLS 1.2 and older by their IANA names, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, which " +
      "HTTP/2 requires. Those of TLS 1.3 are always enabled. Default: the suites with ECDHE, except for those that are known to be weak. " +
      "The order has no effect.",
  },
  {
    name: "tls-sni-cert-key",
    type: "list",
    keepsCommas: true,
    placeholder: "CERT,KEY[:NAME,...]",
    default: [],
    group: "Serving",
    doc:
      "Another serving certificate and its private key, for clients that request one of the names. A name may begin " +
      "with `*.`. Without names, those of the certificate count. The flag can be repeated, and the first match wins.",
  },
  {
    name: "disable-http2-serving",
    type: "boolean",
    default: false,
    group: "Serving",
    doc: "Whether the server offers only HTTP/1.1.",
  },
] as const satisfies readonly FlagSpec[];

/** Flags about clients of the web and load balancers. */
export const webFlags = [
  {
    name: "cors-allowed-origins",
    type: "list",
    placeholder: "REGEXP,...",
    default: [],
    group: "Serving",
    doc:
      "Origins whose web pages may read responses, as regular expressions. Each must match the whole host: it must " +
      "contain ^ or //, and $ or a colon, such as //example\\.com(:|$).",
  },
  {
    name: "strict-transport-security-directives",
    type: "list",
    placeholder: "DIRECTIVE,...",
    default: [],
    group: "Serving",
    doc: "Directives of the header Strict-Transport-Security: max-age=SECONDS, includeSubDomains, preload.",
  },
  {
    name: "goaway-chance",
    type: "string",
    placeholder: "NUMBER",
    default: "0",
    check: (value) =>
      parseGoawayChance(value) === undefined ? "can not be less than 0 or greater than 0.02" : undefined,
    group: "Serving",
    doc:
      "Share of the HTTP/2 requests, from 0 to 0.02, after which the client must connect again. Behind a load " +
      "balancer, this spreads clients over all servers. Requests of the connection can finish.",
  },
  {
    name: "shutdown-send-retry-after",
    type: "boolean",
    default: false,
    group: "Start and stop",
    doc:
      "Whether the server accepts connections until its running requests have ended. It responds 429 with Retry-After " +
      "to other requests, except for health checks and metrics.",
  },
] as const satisfies readonly FlagSpec[];

type TlsFlag = (typeof tlsFlags)[number];
type WebFlag = (typeof webFlags)[number];

/** An additional serving certificate. Paths are absolute. */
export interface SniCertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** Names for which the certificate is used. Empty: the names of the certificate. */
  readonly names: readonly string[];
}

/** The configuration of TLS. */
export interface TlsConfig {
  /** Cipher suites in OpenSSL's notation. */
  readonly tlsCiphers: string;
  readonly sniCertificates: readonly SniCertificateFiles[];
  readonly servesHttp2: boolean;
}

/** Services for clients of the web and load balancers. It is plain data, for all processes. */
export interface WebConfig {
  /** Patterns of origins, in the syntax of RE2. */
  readonly corsAllowedOrigins: readonly string[];
  /** Value of the header Strict-Transport-Security. Empty: it is not sent. */
  readonly transportSecurity: string;
  /** Share of the requests after which an HTTP/2 connection ends. */
  readonly goawayChance: number;
  /** Whether requests are rejected with 429 while the server stops. */
  readonly retryAfterStop: boolean;
}

/** Returns the configuration of TLS. @param absolute makes a path absolute */
export function tlsConfig(values: FlagValues<TlsFlag>, absolute: (path: string) => string): TlsConfig {
  return {
    tlsCiphers: opensslCiphers(values["tls-cipher-suites"]),
    sniCertificates: values["tls-sni-cert-key"].map((text) => {
      const parsed = parseSniCertificate(text);
      assert(typeof parsed !== "string", "the flag was checked");
      return { ...parsed, certFile: absolute(parsed.certFile), keyFile: absolute(parsed.keyFile) };
    }),
    servesHttp2: !values["disable-http2-serving"],
  };
}

/** Returns the configuration for clients of the web and load balancers. */
export function webConfig(values: FlagValues<WebFlag>): WebConfig {
  return {
    corsAllowedOrigins: values["cors-allowed-origins"],
    transportSecurity: values["strict-transport-security-directives"].join("; "),
    goawayChance: parseGoawayChance(values["goaway-chance"]) ?? 0,
    retryAfterStop: values["shutdown-send-retry-after"],
  };
}

/** Returns the problems of the flags of connections, in the words of the reference. */
export function connectionProblems(
  values: ExplicitValues<TlsFlag | WebFlag> & { readonly "tls-min-version"?: string },
): readonly string[] {
  return [
    ...cipherSuiteProblems(values["tls-cipher-suites"] ?? [], {
      servesHttp2: values["disable-http2-serving"] !== true,
      onlyTls13: values["tls-min-version"] === "VersionTLS13",
    }),
    ...(values["tls-sni-cert-key"] ?? []).flatMap((text) => {
      const parsed = parseSniCertificate(text);
      return typeof parsed === "string" ? [`--tls-sni-cert-key: ${parsed}: ${JSON.stringify(text)}`] : [];
    }),
    ...(values["cors-allowed-origins"] ?? []).flatMap((pattern) => {
      const problem = originProblem(pattern);
      return problem === undefined
        ? []
        : [`--cors-allowed-origins has an invalid regular expression: ${problem}: ${JSON.stringify(pattern)}`];
    }),
    ...(values["strict-transport-security-directives"] ?? []).flatMap((directive) => directiveProblem(directive) ?? []),
  ];
}

/** Returns the warnings about the flags of connections. */
export function connectionWarnings(values: FlagValues<TlsFlag>): readonly string[] {
  return cipherSuiteWarnings(values["tls-cipher-suites"]);
}

function parseGoawayChance(text: string): number | undefined {
  const value = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= goawayChanceMax ? value : undefined;
}

/** Parses `CERT,KEY:NAME,NAME`. Returns the problem of another text. */
function parseSniCertificate(text: string): SniCertificateFiles | string {
  const colon = text.indexOf(":");
  const names = colon < 0 ? undefined : text.slice(colon + 1).trim();
  if (names === "") return "empty names list is not allowed";
  const files = (colon < 0 ? text : text.slice(0, colon)).split(",").map((part) => part.trim());
  const [certFile = "", keyFile = ""] = files;
  if (files.length !== 2 || certFile === "" || keyFile === "") {
    return "expected comma separated certificate and key file paths";
  }
  return { certFile, keyFile, names: names?.split(",").map((name) => name.trim()) ?? [] };
}

/** Whether the pattern is valid is checked at the start of the server, because that loads the engine of patterns. */
function originProblem(pattern: string): string | undefined {
  const pins = [
    ["^", "//"],
    ["$", ":"],
  ];
  return pins.every((texts) => texts.some((text) => pattern.includes(text)))
    ? undefined
    : "regular expression does not pin to start/end of host in the origin header";
}

function directiveProblem(directive: string): string | undefined {
  if (directive.trim() === "") return "empty value in strict-transport-security-directives";
  if (directive === "includeSubDomains" || directive === "preload" || /^max-age=[^=]*$/.test(directive)) {
    // A header cannot have control characters, and another directive would need its own item of the list.
    return /^[\x20-\x7e]*$/.test(directive) && !directive.includes(";")
      ? undefined
      : `--strict-transport-security-directives has an invalid character: ${JSON.stringify(directive)}`;
  }
  return (
    "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. " +
    "see https://tools.ietf.org/html/rfc6797#section-6.1 for more information"
  );
}
