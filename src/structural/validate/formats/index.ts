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
  ["uuid", matches(/^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i)],
  ["uuid3", matches(/^[\da-f]{8}-?[\da-f]{4}-?3[\da-f]{3}-?[\da-f]{4}-?[\da-f]{12}$/i)],
  ["uuid4", matches(/^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i)],
  ["uuid5", matches(/^[\da-f]{8}-?[\da-f]{4}-?5[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i)],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCreditCard],
  ["ssn", matches(/^\d{3}[- ]\d{2}[- ]\d{4}$/)],
  ["hexcolor", matches(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i)],
  ["rgbcolor", matches(new RegExp(String.raw`^rgb\(${colorPart},${colorPart},${colorPart}\)$`))],
  ["byte", (text) => text !== "" && text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)],
  ["password", () => true],
  ["date", isDate],
  ["datetime", isDateTime],
  ["duration", isDuration],
]);

/** Returns the test of a format; undefined if the reference does not know the format, and ignores it. */
export function formatTest(format: string): FormatTest | undefined {
  return format === "" ? undefined : formatTests.get(format.replaceAll("-", ""));
}
