/**
 * Formats of names, keys and other short strings. Each has a regular expression, a maximum length and a message.
 * Messages print the expressions verbatim. No expression backtracks more than once over a text. Lengths count bytes.
 */
import { nonStandardFinalizerMessage, standardFinalizers } from "./deletion.ts";
import { allSpellings } from "./vocabulary.ts";

/** Returns the faults of a text; empty if it has the format. */
export type TextCheck = (text: string) => string[];

interface PatternRule {
  readonly pattern: string;
  /** Pattern that the message shows, if the reference prints another one than it checks. */
  readonly shownPattern?: string;
  readonly maxBytes?: number;
  readonly message: string;
  readonly examples: readonly string[];
}

const dns1123LabelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const dns1123SubdomainPattern = `${dns1123LabelPattern}(\\.${dns1123LabelPattern})*`;
const underscoreLabelPattern = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const qualifiedNamePattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

const qualifiedNameRule: PatternRule = {
  pattern: qualifiedNamePattern,
  maxBytes: 63,
  message:
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ["MyName", "my.name", "123-abc"],
};

/** Returns the faults of a DNS subdomain in lower case. */
export const checkDns1123Subdomain = patternCheck({
  pattern: dns1123SubdomainPattern,
  maxBytes: 253,
  message:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  examples: ["example.com"],
});

const checkDns1123LabelPattern = patternCheck({
  pattern: dns1123LabelPattern,
  maxBytes: 63,
  message:
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  examples: ["my-name", "123-abc"],
});

const dns1123Subdomain = wholeTextPattern(dns1123SubdomainPattern);

/** Returns the faults of a single DNS label. For a valid subdomain with several labels it reports only the dots. */
export function checkDns1123Label(text: string): string[] {
  const messages = checkDns1123LabelPattern(text);
  const dotted = text.includes(".") && dns1123Subdomain.test(text);
  return dotted ? [...messages.slice(0, -1), "must not contain dots"] : messages;
}

/** Returns the faults of a DNS subdomain whose labels may contain underscores. */
export const checkDns1123SubdomainWithUnderscore = patternCheck({
  pattern: `${underscoreLabelPattern}(\\.${underscoreLabelPattern})*`,
  shownPattern: dns1123SubdomainPattern,
  maxBytes: 253,
  message:
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  examples: ["example.com"],
});

/** Returns the faults of a DNS label that must start with a letter. */
export const checkDns1035Label = patternCheck({
  pattern: "[a-z]([-a-z0-9]*[a-z0-9])?",
  maxBytes: 63,
  message:
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  examples: ["my-name", "abc-123"],
});

/** Returns the faults of a DNS subdomain with `*` as its first label. */
export const checkWildcardDns1123Subdomain = patternCheck({
  pattern: `\\*\\.${dns1123SubdomainPattern}`,
  maxBytes: 253,
  message:
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  examples: ["*.example.com"],
});

/** Returns the faults of a label's value. */
export const checkLabelValue = patternCheck({
  pattern: `(${qualifiedNamePattern})?`,
  maxBytes: 63,
  message:
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  examples: ["MyValue", "my_value", "12345"],
});

/** Returns the faults of an identifier of the language C. */
export const checkCIdentifier = patternCheck({
  pattern: "[A-Za-z_][A-Za-z0-9_]*",
  message:
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  examples: ["my_name", "MY_NAME", "MyName"],
});

/** Returns the faults of a percentage such as `93%`. */
export const checkPercent = patternCheck({
  pattern: "[0-9]+%",
  message: "a valid percent string must be a numeric string followed by an ending '%'",
  examples: ["1%", "93%"],
});

/** Returns the faults of the name of an HTTP header. */
export const checkHttpHeaderName = patternCheck({
  pattern: "[-A-Za-z0-9]+",
  message: "a valid HTTP header must consist of alphanumeric characters or '-'",
  examples: ["X-Header-Name"],
});

/** Returns the faults of the reason of a condition. */
export const checkConditionReason = patternCheck({
  pattern: "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
  message:
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  examples: ["my_name", "MY_NAME", "MyName", "ReasonA,ReasonB", "ReasonA:ReasonB"],
});

const checkEnvVarNamePattern = patternCheck({
  pattern: "[-._a-zA-Z][-._a-zA-Z0-9]*",
  message:
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  examples: ["my.env-name", "MY_ENV.NAME", "MyEnvName1"],
});

/**
 * Returns the faults of the name of an environment variable by the strict rules. They apply if the relaxed rules are
 * disabled.
 */
export function checkEnvVarName(text: string): string[] {
  return [...checkEnvVarNamePattern(text), ...checkDotNames(text)];
}

const checkConfigMapKeyPattern = patternCheck({
  pattern: "[-._a-zA-Z0-9]+",
  maxBytes: 253,
  message: "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  examples: ["key.name", "KEY_NAME", "key-name"],
});

/** Returns the faults of a key of a ConfigMap or a Secret. */
export function checkConfigMapKey(text: string): string[] {
  return [...checkConfigMapKeyPattern(text), ...checkDotNames(text)];
}

/** Rejects names that are not file names inside a directory, or that look like the parent directory. */
function checkDotNames(text: string): string[] {
  if (text === "." || text === "..") return [`must not be '${text}'`];
  return text.startsWith("..") ? ["must not start with '..'"] : [];
}

/** Returns the faults of `name` or `prefix/name`. The prefix is a DNS subdomain. */
export function checkQualifiedName(text: string): string[] {
  const parts = text.split("/");
  if (parts.length > 2) {
    const message = patternMessage({ ...qualifiedNameRule, message: `a qualified name ${qualifiedNameRule.message}` });
    return [`${message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const [prefix, name = ""] = parts.length === 2 ? parts : [undefined, text];
  const prefixFaults = prefix === undefined ? [] : prefix === "" ? [mustBeNonEmpty] : checkDns1123Subdomain(prefix);
  const nameFaults = name === "" ? [mustBeNonEmpty, ...checkNamePart(name)] : checkNamePart(name);
  return [
    ...prefixFaults.map((message) => `prefix part ${message}`),
    ...nameFaults.map((message) => `name part ${message}`),
  ];
}

const checkNamePart = patternCheck(qualifiedNameRule);

/** Finalizers without a domain prefix, in all vocabularies. */
const unqualifiedFinalizers: ReadonlySet<string> = new Set(standardFinalizers.flatMap(allSpellings));

/**
 * Returns a fault for a finalizer without a domain prefix that is not a standard one. Built-in kinds check this in
 * addition to `checkQualifiedName`.
 */
export function checkFinalizerName(text: string): string[] {
  const known = text.includes("/") || unqualifiedFinalizers.has(text);
  return known ? [] : [nonStandardFinalizerMessage];
}

/** Returns the faults of the key of an annotation. Unlike keys of labels, its prefix may have upper-case letters. */
export function checkAnnotationKey(text: string): string[] {
  return checkQualifiedName(text.toLowerCase());
}

/** Returns the faults of the name of a container's port, which follows the rules of IANA service names. */
export function checkPortName(text: string): string[] {
  const faults: string[] = [];
  if (isLonger(text, 15)) faults.push(tooLong(15));
  if (!/^[-a-z0-9]+$/.test(text)) {
    faults.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(text)) faults.push("must contain at least one letter (a-z)");
  if (text.includes("--")) faults.push("must not contain consecutive hyphens");
  if (text.startsWith("-") || text.endsWith("-")) faults.push("must not begin or end with a hyphen");
  return faults;
}

/** Returns the faults of the name of an environment variable by the relaxed rules. */
export function checkRelaxedEnvVarName(text: string): string[] {
  if (text === "") return [`environment variable name ${mustBeNonEmpty}`];
  if (/^[ -<>-~]*$/.test(text)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

const sysctlPattern = "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
const sysctl = new RegExp(sysctlPattern);

/** Returns the faults of the name of a kernel parameter. */
export function checkSysctlName(text: string): string[] {
  if (!isLonger(text, 253) && sysctl.test(text)) return [];
  return [`must have at most 253 characters and match regex ${sysctlPattern}`];
}

/**
 * Far above the 223 bytes of the longest iSCSI name. Bounds the cost of the `iqn` pattern, which has no anchor at its
 * start.
 */
const iscsiLengthMax = 4096;
const iscsiPatterns: readonly (readonly [prefix: string, pattern: RegExp])[] = [
  ["iqn", /iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$/],
  ["eui", /^eui.[A-Za-z0-9]{16}$/],
  ["naa", /^naa.[A-Za-z0-9]{32}$/],
];

/** Returns the faults of an iSCSI qualified name. */
export function checkIscsiName(text: string): string[] {
  const known = iscsiPatterns.find(([prefix]) => text.startsWith(prefix));
  if (!known) return ["must be valid format starting with iqn, eui, or naa"];
  return text.length <= iscsiLengthMax && known[1].test(text) ? [] : ["must be valid format"];
}

/** Returns the faults of the name of a StorageVersion: `<group>.<resource>`. */
export function checkStorageVersionName(text: string): string[] {
  const dot = text.lastIndexOf(".");
  if (dot < 0) return ["name must be in the form of <group>.<resource>"];
  return [
    ...checkDns1123Subdomain(text.slice(0, dot)).map((message) => `the group segment ${message}`),
    ...checkDns1035Label(text.slice(dot + 1)).map((message) => `the resource segment ${message}`),
  ];
}

const mustBeNonEmpty = "must be non-empty";

function tooLong(maxBytes: number): string {
  return `must be no more than ${maxBytes} characters`;
}

/** Whether the UTF-8 form of `text` has more than `maxBytes` bytes. */
export function isLonger(text: string, maxBytes: number): boolean {
  return text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text, "utf8") > maxBytes);
}

function patternCheck(rule: PatternRule): TextCheck {
  const pattern = wholeTextPattern(rule.pattern);
  const mismatch = patternMessage(rule);
  const maxBytes = rule.maxBytes ?? Number.POSITIVE_INFINITY;
  return (text) => {
    const faults = isLonger(text, maxBytes) ? [tooLong(maxBytes)] : [];
    if (!pattern.test(text)) faults.push(mismatch);
    return faults;
  };
}

function wholeTextPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

function patternMessage({ message, examples, pattern, shownPattern = pattern }: PatternRule): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${message} (e.g. ${shown}regex used for validation is '${shownPattern}')`;
}
