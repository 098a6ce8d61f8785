import { describe, expect, test } from "vitest";
import { namedFormats } from "./named-formats.ts";

function faults(format: string, text: string): string[] {
  return namedFormats.get(format)?.check(text) ?? ["unknown format"];
}

const valid: Readonly<Record<string, readonly string[]>> = {
  dns1123Label: ["my-label-name", "1"],
  dns1123Subdomain: ["apiextensions.k8s.io"],
  dns1035Label: ["my-label-name"],
  qualifiedName: ["apiextensions.k8s.io/v1beta1", "my.name"],
  dns1123LabelPrefix: ["my-label-prefix-", "a"],
  dns1123SubdomainPrefix: ["mysubdomain.prefix.-"],
  dns1035LabelPrefix: ["my-label-prefix-"],
  labelValue: ["", "my-cool-label-Value"],
  uri: ["http://example.com", "/a"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000"],
  byte: ["aGVsbG8=", "YQ==", "abcd"],
  date: ["2021-01-01", "2020-02-29", "0000-02-29"],
  datetime: ["2021-01-01T00:00:00Z", "2021-01-01t23:59:59,5+99:99", "2021-01-01T00:00:00ZTignored"],
};

const invalid: readonly (readonly [format: string, fault: string, texts: readonly string[]])[] = [
  ["uuid", "does not match the UUID format", ["", "123e4567"]],
  ["byte", "invalid base64", ["", "aGVsbG8", "a===", "ab=c", "YQ==\n"]],
  [
    "date",
    "invalid date",
    ["", "2020-01-32", "2021-02-29", "2021-13-01", "2021-00-01", "2021-01-00", "2021-1-1", "1900-02-29"],
  ],
  [
    "datetime",
    "invalid datetime",
    [
      "",
      "2020-01-32T00:00:00Z",
      "2021-01-01T24:00:00Z",
      "2021-01-01T00:60:00Z",
      "2021-01-01T00:00:00\n5Z",
      "2021-01-01",
    ],
  ],
];

describe("named formats", () => {
  test.each(Object.entries(valid))("%s accepts valid texts", (format, texts) => {
    expect(texts.flatMap((text) => faults(format, text))).toEqual([]);
  });

  test.each(invalid)("%s reports %j for invalid texts", (format, fault, texts) => {
    expect(texts.map((text) => faults(format, text))).toEqual(texts.map(() => [fault]));
  });

  test("every format is tested", () => {
    expect([...namedFormats.keys()].sort()).toEqual(Object.keys(valid).sort());
  });

  test("a prefix with a character of several bytes before its last hyphen is invalid", () => {
    expect(faults("dns1123LabelPrefix", "é-")).toHaveLength(1);
  });

  test("a prefix is as long as a text with one byte less", () => {
    expect(faults("dns1123LabelPrefix", `${"a".repeat(63)}-`)).toEqual([]);
    expect(faults("dns1123LabelPrefix", `${"a".repeat(64)}-`)).toEqual(["must be no more than 63 characters"]);
  });

  test("uri reports why a text is no URL", () => {
    expect(faults("uri", "a b")).toEqual(['parse "a b": invalid URI for request']);
  });

  test("a name with a space breaks the rules that the message explains", () => {
    expect(faults("dns1035Label", "contains a space")).toEqual([
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ]);
  });
});
