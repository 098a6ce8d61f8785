import { describe, expect, test } from "vitest";
import { checkFormat, checkFormatPrefix, type FormatName, formatNames } from "./formats.ts";

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const dns1035Label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const underscoreSubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const envVarName =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const configKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const portCharacters = "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)";

const validValues: readonly (readonly [FormatName, readonly (string | number)[]])[] = [
  ["dns1123Label", ["a", "0", "a-b", "a".repeat(63)]],
  ["dns1123Subdomain", ["a.b-c.d", "0.1", `${"a".repeat(63)}.${"b".repeat(189)}`]],
  ["dns1123SubdomainWithUnderscore", ["_a._b", "a_b.c"]],
  ["dns1035Label", ["a", "a-1"]],
  ["wildcardDNS1123Subdomain", ["*.example.com"]],
  ["qualifiedName", ["a", "A_b.c", "example.com/My-Name"]],
  ["annotationKey", ["Example.COM/name"]],
  ["labelValue", ["", "a", "A.b_c-1"]],
  ["kubeFinalizerName", ["kubernetes", "orch", "orphan", "foregroundDeletion", "example.com/x"]],
  ["cIdentifier", ["_a1"]],
  ["portNumber", [1, 65_535]],
  ["portName", ["http", "a-1"]],
  ["portNumberOrName", [80, "http"]],
  ["userID", [0, 2_147_483_647]],
  ["fileMode", [0, 0o777]],
  ["ip", ["1.2.3.4", "01.2.3.4", "::1"]],
  ["ipv4", ["1.2.3.4", "::ffff:1.2.3.4"]],
  ["ipv6", ["::1"]],
  ["cidr", ["1.2.3.4/8"]],
  ["nonSpecialIP", ["10.0.0.1", "2001:db8::1"]],
  ["ipAddressName", ["10.0.0.1", "2001:db8::1"]],
  ["storageVersionName", ["apps.deployments", "rbac.example.com.roles"]],
  ["apiVersionString", ["v1", "apps/v1", "example.com/v1beta1"]],
  ["kindName", ["Pod", "shop-item"]],
  ["celIdentifier", ["_a1", "True"]],
  ["cidrCanonical", ["10.0.0.0/8", "2001:db8::/64"]],
  ["percent", ["5%", "100%"]],
  ["httpHeaderName", ["X-Header"]],
  ["envVarName", ["A.b-c_1"]],
  ["relaxedEnvVarName", ["1 a#b", "~"]],
  ["configMapKey", [".a", "a.b_C-1"]],
  ["pathSegmentName", ["a b", "..."]],
  ["rbacName", ["system:node"]],
  ["anyName", ["", "//%"]],
  ["conditionReason", ["A", "Ab_c,D:e"]],
  ["sysctlName", ["kernel.shm_rmid", "net/ipv4.x"]],
  ["quantity", ["1Gi"]],
  ["cron", ["*/5 * * * *"]],
  ["timeZone", ["Europe/Berlin"]],
  ["seccompAnnotation", ["runtime/default", "docker/default", "unconfined", "localhost/a/b"]],
  ["localDescendingPath", ["a/..b"]],
  ["localNonReservedPath", ["a/..b", ""]],
  ["pathNoBacksteps", ["/a/..."]],
  ["iscsiName", ["iqn.2001-04.com.example:storage.disk1", `eui.${"0".repeat(16)}`, `naa.${"f".repeat(32)}`]],
  ["windowsRunAsUserName", ["user", "DOMAIN\\user", "example.com\\user"]],
  ["nonResourceURLPath", ["/", "/healthz", "/api/*"]],
  ["webhookServicePath", ["", "/", "/a.b/c", "/a/"]],
];

describe("checkFormat() accepts valid values", () => {
  test.each(validValues)("checkFormat() accepts valid values of %s", (format, values) => {
    for (const value of values) expect(checkFormat(format, value), String(value)).toEqual([]);
  });
});

const invalidValues: readonly (readonly [FormatName, string | number, readonly string[]])[] = [
  ["dns1123Label", "", [label]],
  ["dns1123Label", "A", [label]],
  ["dns1123Label", "a-", [label]],
  ["dns1123Label", "a.b", ["must not contain dots"]],
  ["dns1123Label", "a".repeat(64), ["must be no more than 63 characters"]],
  ["dns1123Label", `${"a".repeat(64)}.b`, ["must be no more than 63 characters", "must not contain dots"]],
  ["dns1123Label", `${"a".repeat(64)}!`, ["must be no more than 63 characters", label]],
  ["dns1123Subdomain", "a..b", [subdomain]],
  ["dns1123Subdomain", "a\n", [subdomain]],
  ["dns1123Subdomain", "a".repeat(254), ["must be no more than 253 characters"]],
  ["dns1123SubdomainWithUnderscore", "a_", [underscoreSubdomain]],
  ["dns1035Label", "1a", [label1035]],
  [
    "wildcardDNS1123Subdomain",
    "*.*.com",
    [
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [
    "qualifiedName",
    "a/b/c",
    [`a qualified name ${qualified} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
  ],
  ["qualifiedName", "/a", ["prefix part must be non-empty"]],
  ["qualifiedName", "A/", [`prefix part ${subdomain}`, "name part must be non-empty", `name part ${qualified}`]],
  ["qualifiedName", `${"a".repeat(64)}-`, ["name part must be no more than 63 characters", `name part ${qualified}`]],
  ["labelKey", "", ["name part must be non-empty", `name part ${qualified}`]],
  ["annotationKey", "a b", [`name part ${qualified}`]],
  ["labelValue", "-", [labelValue]],
  ["labelValue", "\u00e9".repeat(32), ["must be no more than 63 characters", labelValue]],
  ["kubeFinalizerName", "mine", ["name is neither a standard finalizer name nor is it fully qualified"]],
  [
    "cIdentifier",
    "1",
    [
      "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')",
    ],
  ],
  ["portNumber", 0, ["must be between 1 and 65535, inclusive"]],
  ["portName", "", [portCharacters, "must contain at least one letter (a-z)"]],
  [
    "portName",
    "-1--2_",
    [
      portCharacters,
      "must contain at least one letter (a-z)",
      "must not contain consecutive hyphens",
      "must not begin or end with a hyphen",
    ],
  ],
  ["portName", "a".repeat(16), ["must be no more than 15 characters"]],
  ["portNumberOrName", 65_536, ["must be between 1 and 65535, inclusive"]],
  ["portNumberOrName", "80", ["must contain at least one letter (a-z)"]],
  ["userID", -1, ["must be between 0 and 2147483647, inclusive"]],
  ["groupID", 2_147_483_648, ["must be between 0 and 2147483647, inclusive"]],
  ["fileMode", 512, ["must be a number between 0 and 0777 (octal), both inclusive"]],
  ["ip", "1.2.3", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]],
  ["ipv4", "::1", ["must be a valid IPv4 address"]],
  ["ipv6", "::ffff:1.2.3.4", ["must be a valid IPv6 address"]],
  ["cidr", "1.2.3.4", ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"]],
  ["nonSpecialIP", "x", ["must be a valid IP address"]],
  ["nonSpecialIP", "::", ["may not be unspecified (::)"]],
  ["nonSpecialIP", "127.0.0.2", ["may not be in the loopback range (127.0.0.0/8, ::1/128)"]],
  ["nonSpecialIP", "::ffff:169.254.1.1", ["may not be in the link-local range (169.254.0.0/16, fe80::/10)"]],
  ["nonSpecialIP", "febf::1", ["may not be in the link-local range (169.254.0.0/16, fe80::/10)"]],
  ["nonSpecialIP", "224.0.0.9", ["may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"]],
  ["ipAddressName", "10.0.0", ['ParseAddr("10.0.0"): IPv4 address too short']],
  ["ipAddressName", "2001:DB8::1", ["must be a canonical format IP address"]],
  ["storageVersionName", "pods", ["name must be in the form of <group>.<resource>"]],
  [
    "storageVersionName",
    "Apps.1s",
    [
      "the group segment a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "the resource segment a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  ["cidrCanonical", "10.0.0.1", ["netip.ParsePrefix(\"10.0.0.1\"): no '/'"]],
  [
    "cidrCanonical",
    "2001:DB8::1/64",
    ["wrong CIDR format, IP doesn't match network IP address", "CIDR not in RFC 5952 canonical format"],
  ],
  [
    "percent",
    "5",
    [
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    ],
  ],
  [
    "httpHeaderName",
    "a b",
    [
      "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
  ],
  ["envVarName", "1a", [envVarName]],
  ["envVarName", ".", ["must not be '.'"]],
  ["envVarName", "..a=", [envVarName, "must not start with '..'"]],
  ["relaxedEnvVarName", "", ["environment variable name must be non-empty"]],
  [
    "relaxedEnvVarName",
    "a=b",
    ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
  ],
  ["configMapKey", "", [configKey]],
  ["configMapKey", "..", ["must not be '..'"]],
  ["configMapKey", `..${"a".repeat(252)}`, ["must be no more than 253 characters", "must not start with '..'"]],
  ["pathSegmentName", "..", ["may not be '..'"]],
  ["pathSegmentName", "a/%", ["may not contain '/'", "may not contain '%'"]],
  ["rbacName", "a/b", ["may not contain '/'"]],
  [
    "conditionReason",
    "1",
    [
      "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')",
    ],
  ],
  [
    "sysctlName",
    "Kernel",
    [
      "must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
    ],
  ],
  ["quantity", "5K", ["unable to parse quantity's suffix"]],
  ["cron", "@often", ["unrecognized descriptor: @often"]],
  ["timeZone", "Foo", ["unknown time zone Foo"]],
  ["seccompAnnotation", "x", ["must be a valid seccomp profile"]],
  ["seccompAnnotation", "localhost//a/..", ["must be a relative path", "must not contain '..'"]],
  ["localDescendingPath", "/..", ["must be a relative path", "must not contain '..'"]],
  ["localNonReservedPath", "..a", ["must not start with '..'"]],
  ["localNonReservedPath", "../a", ["must not contain '..'"]],
  ["pathNoBacksteps", "a/../..", ["must not contain '..'"]],
  ["iscsiName", "x", ["must be valid format starting with iqn, eui, or naa"]],
  ["iscsiName", "iqn.2001-4.com.example:x", ["must be valid format"]],
  ["windowsRunAsUserName", "", ["runAsUserName cannot be an empty string"]],
  ["windowsRunAsUserName", "a\tb", ["runAsUserName cannot contain control characters"]],
  ["windowsRunAsUserName", "a\\b\\c", ["runAsUserName cannot contain more than one backslash"]],
  [
    "windowsRunAsUserName",
    "\\",
    ["runAsUserName's Domain doesn't match the NetBios nor the DNS format", "runAsUserName's User cannot be empty"],
  ],
  [
    "windowsRunAsUserName",
    `${"a".repeat(256)}\\. .`,
    [
      "runAsUserName's Domain length must be under 256 characters",
      "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
      "runAsUserName's User cannot contain only periods or spaces",
    ],
  ],
  [
    "windowsRunAsUserName",
    `a@${"b".repeat(103)}`,
    [
      "runAsUserName's User length must not be longer than 104 characters",
      "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]",
    ],
  ],
  ["nonResourceURLPath", "", ["must not be empty"]],
  ["nonResourceURLPath", "a", ["must start with slash"]],
  ["nonResourceURLPath", "/a b", ["must not contain white-space"]],
  ["nonResourceURLPath", "/a//b", ["must not contain double slash"]],
  ["nonResourceURLPath", "/a*", ["wildcard can only do suffix matching"]],
  ["nonResourceURLPath", "/*/*", ["wildcard can only do suffix matching"]],
  ["apiVersionString", "", ["version part: must be non-empty"]],
  ["apiVersionString", "/v1", ["group part: must be non-empty"]],
  ["apiVersionString", "Apps/1", [`group part: ${subdomain}`, `version part: ${dns1035Label}`]],
  [
    "apiVersionString",
    "a/b/c",
    [
      "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')",
    ],
  ],
  ["kindName", "A_b", [`may have mixed case, but should otherwise match: ${dns1035Label}`]],
  ["celIdentifier", "a-b", ["name is not a valid CEL identifier"]],
  ["celIdentifier", "while", ["name is not a valid CEL identifier"]],
  ["webhookServicePath", "//", ["segment[0] may not be empty"]],
  ["webhookServicePath", "ü", ["must start with a '/'", `segment[0]: ${subdomain}`]],
  ["webhookServicePath", "/a//B", ["segment[1] may not be empty", `segment[2]: ${subdomain}`]],
];

describe("checkFormat() reports faults in the reference's words and order", () => {
  test.each(invalidValues)("checkFormat() reports the faults of %s: %j", (format, value, messages) => {
    expect(checkFormat(format, value)).toEqual(messages);
  });

  test("every format that can reject a value has a rejected value in this file", () => {
    const refusing = new Set(invalidValues.map(([format]) => format));
    expect(formatNames.filter((format) => !refusing.has(format))).toEqual(["anyName"]);
  });
});

describe("checkFormatPrefix()", () => {
  test("checkFormatPrefix() accepts a final dash in formats of DNS names", () => {
    expect(checkFormatPrefix("dns1123Label", "web-")).toEqual([]);
    expect(checkFormatPrefix("dns1123Subdomain", "web.a-")).toEqual([]);
    expect(checkFormatPrefix("dns1035Label", "web--")).toEqual([]);
    expect(checkFormatPrefix("dns1123Label", "web")).toEqual([]);
    expect(checkFormatPrefix("dns1123Label", "-")).toEqual([label]);
    expect(checkFormatPrefix("dns1123Label", "Web-")).toEqual([label]);
    expect(checkFormatPrefix("dns1035Label", "1-b-")).toEqual([label1035]);
  });

  test("checkFormatPrefix() accepts dots only as the prefix of a path segment, but not of a role", () => {
    expect(checkFormatPrefix("pathSegmentName", "..")).toEqual([]);
    expect(checkFormatPrefix("pathSegmentName", "a/")).toEqual(["may not contain '/'"]);
    expect(checkFormatPrefix("rbacName", "..")).toEqual(["may not be '..'"]);
    expect(checkFormatPrefix("anyName", "/")).toEqual([]);
  });
});

test("checkFormat() rejects hostile text of a megabyte in linear time", () => {
  const texts = ["a.".repeat(500_000), "a-".repeat(500_000), `${"a".repeat(1e6)}!`, "iqn.2001-01.".repeat(80_000)];
  const startMs = performance.now();
  for (const format of formatNames) for (const text of texts) checkFormat(format, text);
  expect(performance.now() - startMs).toBeLessThan(15_000);
});
