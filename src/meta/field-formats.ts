/**
 * Checks of formats that return field errors. Most formats give one Invalid error per message. A few report only a part
 * of the value, or return errors of other types; these are defined here.
 */
import { type FieldError, invalidField, requiredField, tooLongField } from "./field-error.ts";
import { checkFormat, type FormatName } from "./formats.ts";
import { goQuote, isGoPrintable } from "./go-quote.ts";
import { goUrlFault, splitGoUrl } from "./go-url.ts";
import { checkDns1123Label, checkDns1123Subdomain, isLonger } from "./name-formats.ts";

type FieldCheck = (path: string, value: string) => FieldError[];

const fieldFormats = {
  fullyQualifiedName: checkFullyQualifiedName,
  fullyQualifiedDomainName: checkFullyQualifiedDomainName,
  domainPrefixedPath: checkDomainPrefixedPath,
  signerName: checkSignerName,
  csiDriverName: checkCsiDriverName,
  fieldManager: checkFieldManager,
  webhookURL: checkWebhookUrl,
} as const satisfies Record<string, FieldCheck>;

type FieldOnlyFormat = keyof typeof fieldFormats;

/** Any format of a field: one of formats.ts, or one that needs field errors. */
export type FieldFormat = FormatName | FieldOnlyFormat;

/** Returns the errors of the value of the field at `path`, in the reference's order. */
export function checkFieldFormat(format: FieldFormat, path: string, value: string | number): FieldError[] {
  if (isFieldOnly(format)) return fieldFormats[format](path, String(value));
  return invalidFields(path, value, checkFormat(format, value));
}

function isFieldOnly(format: FieldFormat): format is FieldOnlyFormat {
  return Object.hasOwn(fieldFormats, format);
}

function invalidFields(path: string, value: string | number, messages: readonly string[]): FieldError[] {
  return messages.map((message) => invalidField(path, value, message));
}

/** Returns one error that joins all messages. */
function joinedFields(path: string, value: string, messages: readonly string[]): FieldError[] {
  return messages.length === 0 ? [] : [invalidField(path, value, messages.join(","))];
}

/** Checks the name of a webhook: a subdomain of at least three labels. Reports only the first fault. */
function checkFullyQualifiedName(path: string, value: string): FieldError[] {
  if (value === "") return [requiredField(path)];
  const faults = joinedFields(path, value, checkDns1123Subdomain(value));
  if (faults.length > 0 || value.split(".").length >= 3) return faults;
  return [invalidField(path, value, "should be a domain with at least three segments separated by dots")];
}

/** Checks a subdomain of at least two labels, with or without a final dot. Reports only the first fault. */
function checkFullyQualifiedDomainName(path: string, value: string): FieldError[] {
  if (value === "") return [requiredField(path)];
  const name = value.replace(/\.$/, "");
  const faults = joinedFields(path, name, checkDns1123Subdomain(name));
  if (faults.length > 0) return faults;
  const labels = name.split(".");
  if (labels.length < 2) return [invalidField(path, name, tooFewLabels)];
  const badLabel = labels.find((label) => checkDns1123Label(label).length > 0);
  return badLabel === undefined ? [] : joinedFields(path, badLabel, checkDns1123Label(badLabel));
}

const tooFewLabels = "should be a domain with at least two segments separated by dots";

const httpPath = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const wholeHttpPath = new RegExp(`^${httpPath}$`);

/** Checks a path such as `acme.io/foo`. */
function checkDomainPrefixedPath(path: string, value: string): FieldError[] {
  if (value === "") return [requiredField(path)];
  const slash = value.indexOf("/");
  if (slash <= 0 || slash === value.length - 1) {
    return [invalidField(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const [host, tail] = [value.slice(0, slash), value.slice(slash + 1)];
  const hostFaults = invalidFields(path, host, checkDns1123Subdomain(host));
  if (wholeHttpPath.test(tail)) return hostFaults;
  return [...hostFaults, invalidField(path, tail, `Invalid path (regex used for validation is '${httpPath}')`)];
}

const domainBytesMax = 253;
/** Length of a domain, a slash, a namespace, a dot and an object's name. */
const signerNameBytesMax = domainBytesMax + 1 + 63 + 1 + 253;

/** Checks a signer name such as `example.com/signer-name`. */
function checkSignerName(path: string, value: string): FieldError[] {
  if (value === "") return [requiredField(path)];
  const [domain = "", tail = "", ...rest] = value.split("/");
  if (rest.length > 0 || !value.includes("/")) {
    const message = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidField(path, value, message)];
  }
  return [
    ...(isLonger(domain, domainBytesMax) ? [tooLongField(path, domainBytesMax)] : []),
    ...firstBadLabel(path, domain, checkDns1123Label),
    ...(domain.includes(".") ? [] : [invalidField(path, domain, tooFewLabels)]),
    ...firstBadLabel(path, tail, checkDns1123Subdomain),
    ...(isLonger(value, signerNameBytesMax) ? [tooLongField(path, signerNameBytesMax)] : []),
  ];
}

function firstBadLabel(path: string, name: string, check: (label: string) => string[]): FieldError[] {
  for (const label of name.split(".")) {
    const messages = check(label).map((message) => `validating label ${goQuote(label)}: ${message}`);
    if (messages.length > 0) return invalidFields(path, name, messages);
  }
  return [];
}

const csiDriverNameBytesMax = 63;

/** Checks the name of a CSI driver. Upper-case letters are allowed. */
function checkCsiDriverName(path: string, value: string): FieldError[] {
  return [
    ...(value === "" ? [requiredField(path)] : []),
    ...(isLonger(value, csiDriverNameBytesMax) ? [tooLongField(path, csiDriverNameBytesMax)] : []),
    ...invalidFields(path, value, checkDns1123Subdomain(value.toLowerCase())),
  ];
}

/** Maximum length of a field manager's name, in bytes. */
export const fieldManagerBytesMax = 128;

/**
 * Checks the name of a field manager: any printable text. The empty text is valid, because the server then chooses a
 * name.
 */
function checkFieldManager(path: string, value: string): FieldError[] {
  const errors = isLonger(value, fieldManagerBytesMax) ? [tooLongField(path, fieldManagerBytesMax)] : [];
  let position = 0;
  for (const character of value) {
    if (!isGoPrintable(character)) {
      errors.push(invalidField(path, value, `invalid character ${codePointText(character)} (at position ${position})`));
    }
    position += Buffer.byteLength(character, "utf8");
  }
  return errors;
}

/** Returns the code point as `U+0009`. Go's `%#U` also prints printable characters; those never get here. */
function codePointText(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const urlFormHint = "; desired format: https://host[/path]";

/**
 * Checks the URL of a webhook. It is parsed as Go parses it, because Go's errors name faults that browsers accept. Each error
 * shows only the part of the URL that breaks its rule.
 */
function checkWebhookUrl(path: string, value: string): FieldError[] {
  const fault = goUrlFault(value);
  if (fault !== undefined) return [requiredField(path, `url must be a valid URL: ${fault}${urlFormHint}`)];
  const { scheme, user, host, query, fragment } = splitGoUrl(value);
  const checks: readonly [isFault: boolean, part: string, why: string][] = [
    [scheme !== "https", scheme, `'https' is the only allowed URL scheme${urlFormHint}`],
    [host === "", host, `host must be specified${urlFormHint}`],
    [user !== undefined, user ?? "", "user information is not permitted in the URL"],
    [fragment !== "", fragment, "fragments are not permitted in the URL"],
    [query !== "", query, "query parameters are not permitted in the URL"],
  ];
  return checks.filter(([isFault]) => isFault).map(([, part, why]) => invalidField(path, part, why));
}
