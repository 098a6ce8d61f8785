import { describe, expect, test } from "vitest";
import { parseRequestUri, parseUrl } from "./go-url.ts";

/** Recorded from the reference. The text that the URL prints is omitted where it equals the input. */
const urls: readonly {
  readonly input: string;
  readonly text?: string;
  readonly scheme?: string;
  readonly host?: string;
  readonly hostname?: string;
  readonly port?: string;
  readonly path?: string;
}[] = [
  { input: "http://example.com", scheme: "http", host: "example.com" },
  {
    input: "https://user:pass@example.com:8080/a/b?x=1&x=2&y=#frag",
    scheme: "https",
    host: "example.com:8080",
    hostname: "example.com",
    port: "8080",
    path: "/a/b",
  },
  {
    input: "HTTPS://Example.COM:/A",
    text: "https://Example.COM:/A",
    scheme: "https",
    host: "Example.COM:",
    hostname: "Example.COM",
    path: "/A",
  },
  { input: "/path", path: "/path" },
  { input: "/", path: "/" },
  { input: "//host/path", host: "host", path: "/path" },
  { input: "///path", path: "///path" },
  { input: "*", path: "*" },
  { input: "mailto:a@b.c", scheme: "mailto" },
  { input: "urn:a:b?c#d", scheme: "urn" },
  { input: "file:/etc/passwd", scheme: "file", path: "/etc/passwd" },
  { input: "file:///etc/passwd", scheme: "file", path: "/etc/passwd" },
  {
    input: "http://[2001:db8::1]:80/",
    scheme: "http",
    host: "[2001:db8::1]:80",
    hostname: "2001:db8::1",
    port: "80",
    path: "/",
  },
  {
    input: "http://[fe80::1%25eth0]:8080/a",
    scheme: "http",
    host: "[fe80::1%eth0]:8080",
    hostname: "fe80::1%eth0",
    port: "8080",
    path: "/a",
  },
  { input: "http://[::ffff:1.2.3.4]", scheme: "http", host: "[::ffff:1.2.3.4]", hostname: "::ffff:1.2.3.4" },
  { input: "http://h/%47%6f%2f", scheme: "http", host: "h", path: "/%47%6f%2f" },
  { input: "http://h/a b", text: "http://h/a%20b", scheme: "http", host: "h", path: "/a%20b" },
  { input: "http://h/é?é=ü#é", text: "http://h/%C3%A9?é=ü#%C3%A9", scheme: "http", host: "h", path: "/%C3%A9" },
  { input: "http://h/%2a*", scheme: "http", host: "h", path: "/%2a*" },
  { input: "http://h/[x]!", scheme: "http", host: "h", path: "/[x]!" },
  { input: "http://a:1:2/", scheme: "http", host: "a:1:2", hostname: "a:1", port: "2", path: "/" },
  { input: "http://h?", scheme: "http", host: "h" },
  { input: "http://h??", scheme: "http", host: "h" },
  { input: "http://h/#%20x", scheme: "http", host: "h", path: "/" },
  { input: "http://%C3%A9.example/", scheme: "http", host: "é.example", path: "/" },
  { input: "http://a@b@c/", text: "http://a%40b@c/", scheme: "http", host: "c", path: "/" },
  { input: "http://u%3Ax:p%40@h/", scheme: "http", host: "h", path: "/" },
  { input: "a+b-c.1:x", scheme: "a+b-c.1" },
  { input: "http://h:/x", scheme: "http", host: "h:", hostname: "h", path: "/x" },
  { input: "http:///x", scheme: "http", path: "/x" },
  { input: "http:", scheme: "http" },
  { input: "http://<>/\\", text: "http://<>/%5C", scheme: "http", host: "<>", path: "/%5C" },
];

/** Recorded from the reference, without `parse "..."` in front. */
const requestFaults: Readonly<Record<string, string>> = {
  "": "empty url",
  "example.com": "invalid URI for request",
  "./a": "invalid URI for request",
  ":x": "missing protocol scheme",
  "1http://a": "invalid URI for request",
  "http://a b/": 'invalid character " " in host name',
  "http://a/%zz": 'invalid URL escape "%zz"',
  "http://a/%": 'invalid URL escape "%"',
  "http://a/%aé": 'invalid URL escape "%a\\xc3"',
  "http://a:b/": 'invalid port ":b" after host',
  "http://[::1": "missing ']' in host",
  "http://[::1]x": 'invalid port "x" after host',
  "http://[1.2.3.4]/": "invalid IP-literal",
  "http://[xyz]/": 'invalid host: ParseAddr("xyz"): unable to parse IP',
  "http://a[::1]/": "invalid IP-literal",
  "http://a%20b/": 'invalid URL escape "%20"',
  "http://[fe80::1%25%41%0a]/": 'invalid URL escape "%0a"',
  "http://us er@h/": "net/url: invalid userinfo",
  "http://a%/": 'invalid URL escape "%"',
  "http://u%@h/": 'invalid URL escape "%"',
};

describe("parseUrl()", () => {
  test.each(urls)("reads the parts of $input", ({ input, text, ...parts }) => {
    const url = parseUrl(input);
    const { scheme = "", host = "", hostname = host, port = "", path = "" } = parts;
    expect([url.scheme, url.host, url.hostname, url.port, url.escapedPath]).toEqual([
      scheme,
      host,
      hostname,
      port,
      path,
    ]);
    expect(url.toString()).toBe(text ?? input);
  });

  test("rejects a bad escape in the fragment, which a request does not have", () => {
    const input = "http://a/?x#%zz";
    expect(() => parseRequestUri(input)).not.toThrow();
    expect(() => parseUrl(input)).toThrow(`parse "${input}": invalid URL escape "%zz"`);
  });

  test("rejects a relative reference that looks as if it had a scheme", () => {
    expect(() => parseUrl("1:2/3")).toThrow('parse "1:2/3": first path segment in URL cannot contain colon');
    expect(parseUrl("1/2:3").escapedPath).toBe("1/2:3");
  });

  test("takes a prototype's members for ordinary parameters", () => {
    expect(parseUrl("/?__proto__=a&constructor=b").query()).toEqual(
      new Map([
        ["__proto__", ["a"]],
        ["constructor", ["b"]],
      ]),
    );
  });

  test("decodes the query and leaves out bad parameters", () => {
    expect(parseUrl("http://h/?a;b=1&c=%zz&d=+%2B&=e&f&&g=h=i&f=2").query()).toEqual(
      new Map([
        ["d", [" +"]],
        ["", ["e"]],
        ["f", ["", "2"]],
        ["g", ["h=i"]],
      ]),
    );
  });
});

describe("parseRequestUri()", () => {
  test.each(Object.entries(requestFaults))("rejects %j", (input, fault) => {
    expect(() => parseRequestUri(input)).toThrow(`parse "${input}": ${fault}`);
  });

  test("rejects control characters and prints them as escapes", () => {
    expect(() => parseRequestUri("http://a\tb\u007f")).toThrow(
      'parse "http://a\\tb\\x7f": net/url: invalid control character in URL',
    );
  });

  test("takes a fragment for a part of the path", () => {
    expect(parseRequestUri("http://h/a#b").escapedPath).toBe("/a%23b");
  });
});
