/** The formats of texts that values of custom types are checked against. */
import { isCidr, isHostname, isIpv4, isIpv6, isMac, isRequestUri } from "./addresses.ts";
import { isEmail } from "./email.ts";
import { isCreditCard, isIsbn10, isIsbn13 } from "./numbers.ts";
import { isDate, isDateTime, isDuration } from "./times.ts";

/** Whether a text has the format. */
export type FormatTest = (text: string) => boolean;

function matches(pattern: RegExp): FormatTest {
  return (text) => pattern.test(text);
}

/** A number from 0 to 255 in a color. As in the reference, `1` can be followed by other digits only if the number is at most 199. */
const colorPart = String.raw`[\t\n\f\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\f\r ]*`;

const uuidGroups = [8, 4, 4, 4, 12] as const;

/** Returns the digits of a UUID. Each hyphen may be missing. Undefined if the text is not a UUID. */
function uuidDigits(text: string): string | undefined {
  let digits = "";
  let at = 0;
  for (const length of uuidGroups) {
    if (digits !== "" && text[at] === "-") at++;
    digits += text.slice(at, at + length);
    at += length;
  }
  return at === text.length && /^[\da-f]{32}$/i.test(digits) ? digits : undefined;
}

/** Whether the text is a UUID of a version whose variant is in the 17th digit. */
function isRandomUuid(text: string, version: string): boolean {
  const digits = uuidDigits(text);
  return digits?.[12] === version && /[89ab]/i.test(digits.charAt(16));
}

const anyText: FormatTest = () => true;

/** Tests of the formats, by name without hyphens. */
const formatTests: ReadonlyMap<string, FormatTest> = new Map([
  ["bsonobjectid", matches(/^[\da-f]{24}$/i)],
  ["uri", isRequestUri],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", (text) => uuidDigits(text) !== undefined],
  ["uuid3", (text) => uuidDigits(text)?.[12] === "3"],
  ["uuid4", (text) => isRandomUuid(text, "4")],
  ["uuid5", (text) => isRandomUuid(text, "5")],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCreditCard],
  ["ssn", matches(/^\d{3}[- ]\d{2}[- ]\d{4}$/)],
  ["hexcolor", matches(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i)],
  ["rgbcolor", matches(new RegExp(String.raw`^rgb\(${colorPart},${colorPart},${colorPart}\)$`))],
  ["byte", (text) => text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)],
  ["password", anyText],
  ["date", isDate],
  ["datetime", isDateTime],
  ["duration", isDuration],
]);

/** Returns the test of a format; undefined if the reference does not know the format, and ignores it. */
export function formatTest(format: string): FormatTest | undefined {
  return format === "" ? undefined : formatTests.get(nameOf(format));
}

/** Returns the name of a format without hyphens. Empty if no text is rejected because of the format. */
export function checkedFormat(format: string): string {
  const test = formatTest(format);
  return test === undefined || test === anyText ? "" : nameOf(format);
}

function nameOf(format: string): string {
  return format.replaceAll("-", "");
}
