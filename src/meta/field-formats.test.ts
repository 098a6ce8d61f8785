import { describe, expect, test } from "vitest";
import { formatFieldError } from "./field-error.ts";
import { checkFieldFormat, type FieldFormat } from "./field-formats.ts";

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

function errorsOf(format: FieldFormat, value: string | number): string[] {
  return checkFieldFormat(format, "spec.x", value).map(formatFieldError);
}

test("checkFieldFormat() returns one Invalid error for each message of a format", () => {
  expect(errorsOf("dns1123Label", "a.b")).toEqual(['spec.x: Invalid value: "a.b": must not contain dots']);
  expect(errorsOf("portNumber", 0)).toEqual(["spec.x: Invalid value: 0: must be between 1 and 65535, inclusive"]);
  expect(errorsOf("configMapKey", "a")).toEqual([]);
});

test.each<readonly [FieldFormat, readonly string[]]>([
  ["fullyQualifiedName", ["a.b.c"]],
  ["fullyQualifiedDomainName", ["a.b", "a.b."]],
  ["domainPrefixedPath", ["acme.io/foo/%20~"]],
  ["signerName", ["example.com/my-name", `example.com/${"n".repeat(63)}.${"a".repeat(253)}`]],
  ["csiDriverName", ["Driver.Example.com"]],
  ["fieldManager", ["", "kubectl (\u00e9)", "x".repeat(128)]],
])("checkFieldFormat() accepts the examples of %s", (format, values) => {
  for (const value of values) expect(errorsOf(format, value), value).toEqual([]);
});

describe("checkFieldFormat() of names with several labels", () => {
  test.each([
    ["fullyQualifiedName", "", ["spec.x: Required value"]],
    ["fullyQualifiedName", "A.b.c", [`spec.x: Invalid value: "A.b.c": ${subdomain}`]],
    [
      "fullyQualifiedName",
      "a.b",
      ['spec.x: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
    ],
    ["fullyQualifiedDomainName", "", ["spec.x: Required value"]],
    [
      "fullyQualifiedDomainName",
      "a.",
      ['spec.x: Invalid value: "a": should be a domain with at least two segments separated by dots'],
    ],
    [
      "fullyQualifiedDomainName",
      `${"a".repeat(64)}.b`,
      [`spec.x: Invalid value: "${"a".repeat(64)}": must be no more than 63 characters`],
    ],
  ] as const)("checkFieldFormat() reports the faults of %s %j", (format, value, errors) => {
    expect(errorsOf(format, value)).toEqual(errors);
  });
});

describe("checkFieldFormat() of a domain and a path", () => {
  test.each([
    ["domainPrefixedPath", "", ["spec.x: Required value"]],
    [
      "domainPrefixedPath",
      "acme.io/",
      ['spec.x: Invalid value: "acme.io/": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      "domainPrefixedPath",
      "A/#",
      [
        `spec.x: Invalid value: "A": ${subdomain}`,
        "spec.x: Invalid value: \"#\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      ],
    ],
    ["signerName", "", ["spec.x: Required value"]],
    [
      "signerName",
      "example.com",
      [
        "spec.x: Invalid value: \"example.com\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ],
    ],
    [
      "signerName",
      "A/B.C",
      [
        `spec.x: Invalid value: "A": validating label "A": ${label}`,
        'spec.x: Invalid value: "A": should be a domain with at least two segments separated by dots',
        `spec.x: Invalid value: "B.C": validating label "B": ${subdomain}`,
      ],
    ],
    ["signerName", `${"a.".repeat(127)}a/b`, ["spec.x: Too long: may not be more than 253 bytes"]],
    ["signerName", `a.b/${"c.".repeat(300)}c`, ["spec.x: Too long: may not be more than 571 bytes"]],
  ] as const)("checkFieldFormat() reports the faults of %s %j", (format, value, errors) => {
    expect(errorsOf(format, value)).toEqual(errors);
  });
});

test("checkFieldFormat() reports an empty driver name as missing and as malformed", () => {
  expect(errorsOf("csiDriverName", "")).toEqual(["spec.x: Required value", `spec.x: Invalid value: "": ${subdomain}`]);
  expect(errorsOf("csiDriverName", "a".repeat(64))).toEqual(["spec.x: Too long: may not be more than 63 bytes"]);
});

test("checkFieldFormat() reports the position of an invalid character of a field manager in bytes", () => {
  expect(errorsOf("fieldManager", "\u00e9\t\u200b")).toEqual([
    'spec.x: Invalid value: "\u00e9\\t\\u200b": invalid character U+0009 (at position 2)',
    'spec.x: Invalid value: "\u00e9\\t\\u200b": invalid character U+200B (at position 3)',
  ]);
  expect(errorsOf("fieldManager", "\u00e9".repeat(65))).toEqual(["spec.x: Too long: may not be more than 128 bytes"]);
});

describe("checkFieldFormat() of a webhook's URL", () => {
  const form = "; desired format: https://host[/path]";

  test.each([
    ["https://hook.example.com:8443/a%20b", []],
    ["https://[2001:db8::1]:443/", []],
    ["HTTPS://hook.example.com", []],
    [
      "http://ann:secret@/path?query#part",
      [
        `spec.x: Invalid value: "http": 'https' is the only allowed URL scheme${form}`,
        `spec.x: Invalid value: "": host must be specified${form}`,
        'spec.x: Invalid value: "ann:secret": user information is not permitted in the URL',
        'spec.x: Invalid value: "part": fragments are not permitted in the URL',
        'spec.x: Invalid value: "query": query parameters are not permitted in the URL',
      ],
    ],
  ])("checkFieldFormat() reports the faults of the URL %s: %j", (value, errors) => {
    expect(errorsOf("webhookURL", value)).toEqual(errors);
  });

  test.each([
    ["https://a\tb", "net/url: invalid control character in URL"],
    ["://hook", "missing protocol scheme"],
    ["1st:hook", "first path segment in URL cannot contain colon"],
    ["https://hook:http", 'invalid port ":http" after host'],
    ["https://[::1", "missing ']' in host"],
    ["https://a b", 'invalid character " " in host name'],
    ["https://hook/%zz", 'invalid URL escape "%zz"'],
  ])("checkFieldFormat() reports why Go cannot parse %s: %s", (value, fault) => {
    const shown = JSON.stringify(value);
    expect(errorsOf("webhookURL", value)).toEqual([
      `spec.x: Required value: url must be a valid URL: parse ${shown}: ${fault}${form}`,
    ]);
  });
});
