import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import { checkOrigins } from "./check-origins.ts";
import { type ServerConfig, serverConfig } from "./server-config.ts";

function config(...args: string[]): ServerConfig {
  return serverConfig("up", args, { cwd: "/there" });
}

function problems(...args: string[]): readonly string[] {
  try {
    config(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

const notPinned = "regular expression does not pin to start/end of host in the origin header";
const invalidDirective =
  "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see " +
  "https://tools.ietf.org/html/rfc6797#section-6.1 for more information";
const noHttp2Suite =
  "--tls-cipher-suites: error configuring http2: http2: TLSConfig.CipherSuites is missing an HTTP/2-required AES_128_GCM_SHA256 " +
  "cipher (need at least one of TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)";

// The texts were read from the log of the reference.
test.each([
  ["--goaway-chance=0.03", '--goaway-chance can not be less than 0 or greater than 0.02: "0.03"'],
  ["--goaway-chance=-1", '--goaway-chance can not be less than 0 or greater than 0.02: "-1"'],
  ["--goaway-chance=NaN", '--goaway-chance can not be less than 0 or greater than 0.02: "NaN"'],
  ["--cors-allowed-origins=a.com", `--cors-allowed-origins has an invalid regular expression: ${notPinned}: "a.com"`],
  ["--cors-allowed-origins=^a", `--cors-allowed-origins has an invalid regular expression: ${notPinned}: "^a"`],
  ["--strict-transport-security-directives=foo", invalidDirective],
  ["--strict-transport-security-directives=max-age=1=2", invalidDirective],
  ["--tls-cipher-suites=NOPE", "--tls-cipher-suites: Cipher suite NOPE not supported or doesn't exist"],
  ["--tls-cipher-suites=constructor", "--tls-cipher-suites: Cipher suite constructor not supported or doesn't exist"],
  ["--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", noHttp2Suite],
  ["--tls-cipher-suites=TLS_AES_128_GCM_SHA256", noHttp2Suite],
  ["--tls-sni-cert-key=a", '--tls-sni-cert-key: expected comma separated certificate and key file paths: "a"'],
  ["--tls-sni-cert-key=a,b,c", '--tls-sni-cert-key: expected comma separated certificate and key file paths: "a,b,c"'],
  ["--tls-sni-cert-key=a,b:", '--tls-sni-cert-key: empty names list is not allowed: "a,b:"'],
])("the flag %s is rejected in the words of the reference", (arg, problem) => {
  expect(problems(arg)).toEqual([problem]);
});

test("cipher suites need no suite of HTTP/2 if only TLS 1.3 or HTTP/1.1 is served", () => {
  const suites = "--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  expect(problems(suites, "--tls-min-version=VersionTLS13")).toEqual([]);
  expect(problems(suites, "--disable-http2-serving")).toEqual([]);
});

test("cipher suites are translated, those of TLS 1.3 stay enabled, and weak ones cause warnings", () => {
  const { listener, warnings } = config(
    "--tls-cipher-suites=TLS_RSA_WITH_AES_128_CBC_SHA,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA",
  );
  const tls13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
  expect(listener.tlsCiphers).toBe(`${tls13}:ECDHE-RSA-AES128-GCM-SHA256:AES128-SHA`);
  expect(warnings).toEqual([
    "Use of insecure cipher 'TLS_RSA_WITH_AES_128_CBC_SHA' detected.",
    "Use of insecure cipher 'TLS_RSA_WITH_RC4_128_SHA' detected.",
    "the cipher suite TLS_RSA_WITH_RC4_128_SHA is not available, and has no effect",
  ]);
});

test("--tls-sni-cert-key can be repeated, and has the paths of two files and names", () => {
  const { sniCertificates } = config(
    "--tls-sni-cert-key=a.crt, a.key",
    "--tls-sni-cert-key=/b.crt,b.key: b.com , *.b.com",
  ).listener;
  expect(sniCertificates).toEqual([
    { certFile: "/there/a.crt", keyFile: "/there/a.key", names: [] },
    { certFile: "/b.crt", keyFile: "/there/b.key", names: ["b.com", "*.b.com"] },
  ]);
});

test("0 streams per connection means the default", () => {
  expect(config("--http2-max-streams-per-connection=0").listener.http2StreamsMax).toBe(100);
});

test("checkOrigins() reports patterns that cannot be compiled, in the words of the reference", async () => {
  const { web } = config("--cors-allowed-origins=//foo($,//a(:|$)");
  await expect(checkOrigins(web)).rejects.toThrow(
    "--cors-allowed-origins has an invalid regular expression: error parsing regexp: missing closing ): `//foo($`",
  );
  await checkOrigins(config("--cors-allowed-origins=//a(:|$)").web);
});
