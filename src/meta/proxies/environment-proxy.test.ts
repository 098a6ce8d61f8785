import { expect, test } from "vitest";
import { type EnvironmentProblem, environmentProxy } from "./environment-proxy.ts";

type EnvironmentVariables = Readonly<Record<string, string>>;

function proxyOf(server: string, env: EnvironmentVariables): string | undefined {
  const problems: EnvironmentProblem[] = [];
  const proxy = environmentProxy(new URL(server), { env, problems });
  expect(problems).toEqual([]);
  return proxy?.href;
}

const proxy = "http://proxy.test:3128/";

test.each<[what: string, server: string, env: EnvironmentVariables, proxy: string | undefined]>([
  ["no variable is set", "https://api.test", {}, undefined],
  ["the variable is empty", "https://api.test", { HTTPS_PROXY: "" }, undefined],
  ["upper-case variable", "https://api.test", { HTTPS_PROXY: "http://proxy.test:3128" }, proxy],
  ["lower-case variable", "https://api.test", { https_proxy: "http://proxy.test:3128" }, proxy],
  [
    "the upper-case variable takes precedence",
    "https://api.test",
    { HTTPS_PROXY: proxy, https_proxy: "http://other" },
    proxy,
  ],
  ["an empty upper-case variable is ignored", "https://api.test", { HTTPS_PROXY: "", https_proxy: proxy }, proxy],
  ["HTTP_PROXY does not apply to https servers", "https://api.test", { HTTP_PROXY: proxy }, undefined],
  ["HTTP_PROXY applies to http servers", "http://api.test", { HTTP_PROXY: proxy, HTTPS_PROXY: "" }, proxy],
  ["HTTPS_PROXY does not apply to http servers", "http://api.test", { HTTPS_PROXY: proxy }, undefined],
  ["a host with a port", "https://api.test", { HTTPS_PROXY: "proxy.test:3128" }, proxy],
  ["a host", "https://api.test", { HTTPS_PROXY: "proxy.test" }, "http://proxy.test/"],
  ["an address", "https://api.test", { HTTPS_PROXY: "10.0.0.1:3128" }, "http://10.0.0.1:3128/"],
  ["user and password", "https://api.test", { HTTPS_PROXY: "a:b@proxy.test:1" }, "http://a:b@proxy.test:1/"],
  ["a proxy over TLS", "https://api.test", { HTTPS_PROXY: "https://proxy.test" }, "https://proxy.test/"],
  ["SOCKS", "https://api.test", { HTTPS_PROXY: "socks5://proxy.test:1080" }, "socks5://proxy.test:1080"],
])("environmentProxy() reads the proxy from the environment: %s", (_what, server, env, expected) => {
  expect(proxyOf(server, env)).toBe(expected);
});

test.each([
  "https://localhost:6443",
  "https://127.0.0.1:6443",
  "https://127.1.2.3",
  "https://[::1]:6443",
  "https://[::ffff:127.0.0.1]",
])("environmentProxy() returns no proxy for a loopback server: %s", (server) => {
  expect(proxyOf(server, { HTTPS_PROXY: proxy })).toBeUndefined();
});

test.each<[exceptions: string, server: string, isLeftOut: boolean]>([
  ["*", "https://api.test", true],
  ["x, *", "https://10.0.0.1", true],
  ["api.test", "https://api.test:6443", true],
  ["API.Test", "https://api.test", true],
  [" a , api.test ,b", "https://api.test", true],
  ["test", "https://api.test", true],
  ["api.test", "https://deep.api.test", true],
  ["api.test", "https://otherapi.test", false],
  [".test", "https://api.test", true],
  [".api.test", "https://api.test", false],
  ["*.test", "https://api.test", true],
  ["*.api.test", "https://api.test", false],
  ["a*.test", "https://api.test", false],
  ["api.test:6443", "https://api.test:6443", true],
  ["api.test:6443", "https://api.test:443", false],
  ["api.test:443", "https://api.test", true],
  ["api.test:", "https://api.test:6443", true],
  ["b\u00fccher.test", "https://api.b\u00fccher.test", true],
  ["10.0.0.1", "https://10.0.0.1:6443", true],
  ["10.0.0.1:6443", "https://10.0.0.1:6443", true],
  ["10.0.0.1:6443", "https://10.0.0.1", false],
  ["::ffff:10.0.0.1", "https://10.0.0.1", true],
  ["fd00::1", "https://[fd00:0::1]:6443", true],
  ["[fd00::1]", "https://[fd00::1]:6443", true],
  ["[fd00::1]:6443", "https://[fd00::1]:6443", true],
  ["[fd00::1]:443", "https://[fd00::1]:6443", false],
  ["10.0.0.0/8", "https://10.200.0.1:6443", true],
  ["10.0.0.0/8", "https://11.0.0.1", false],
  ["::ffff:10.0.0.0/104", "https://10.1.0.0", true],
  ["fd00::/8", "https://[fdab::1]", true],
  ["fd00::/8", "https://[fe80::1]", false],
  ["10.0.0.0/8", "https://api.test", false],
  [":6443,,", "https://api.test:6443", false],
  ["0.0.1", "https://10.0.0.1", true],
])("NO_PROXY=%s excludes the server %s: %s", (exceptions, server, isLeftOut) => {
  expect(proxyOf(server, { HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBe(isLeftOut ? undefined : proxy);
  expect(proxyOf(server, { https_proxy: proxy, no_proxy: exceptions })).toBe(isLeftOut ? undefined : proxy);
});

test.each<[what: string, env: EnvironmentVariables, problem: object]>([
  [
    "an unknown scheme",
    { https_proxy: "ftp://a:b@proxy.test" },
    { field: "https_proxy", rule: "names the scheme ftp, which is not supported; use http, https or socks5" },
  ],
  ["a value that is not a URL", { HTTPS_PROXY: "http://proxy test" }, { field: "HTTPS_PROXY", rule: "must be a URL" }],
  [
    "an invalid percent-encoding",
    { HTTPS_PROXY: "http://a:%zz@proxy.test" },
    { field: "HTTPS_PROXY", rule: "must hold user and password in percent-encoding, a percent sign as %25" },
  ],
  [
    "more than 10,000 exceptions",
    { HTTPS_PROXY: proxy, NO_PROXY: "a,".repeat(10_000) },
    { field: "NO_PROXY", rule: "names more than 10000 hosts" },
  ],
])("environmentProxy() reports %s with the variable's name, but without its value", (_what, env, problem) => {
  const problems: EnvironmentProblem[] = [];
  environmentProxy(new URL("https://api.test"), { env, problems });
  expect(problems).toEqual([{ file: "environment", ...problem }]);
});

test("environmentProxy() does not validate the variable if the server needs no proxy", () => {
  expect(proxyOf("https://localhost", { HTTPS_PROXY: "ftp://x" })).toBeUndefined();
});
