/** Named formats of texts. Messages are those of the reference. */
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkQualifiedName,
  type TextCheck,
} from "../../../../meta/name-formats.ts";
import { ParseError } from "../../../../meta/parse-error.ts";
import { parseRequestUri } from "../url/go-url.ts";
import { isBase64, isDate, isDateTime, isUuid } from "./text-patterns.ts";

/** A format of texts. */
export interface NamedFormat {
  /** Formats are equal if they have the same name. It is not the one by which expressions find the format. */
  readonly name: string;
  /** Returns the faults of a text; empty if it has the format. */
  readonly check: TextCheck;
  /** Length of the regular expression that the cost of a check is computed from. */
  readonly patternLength: number;
}

/** The formats by the name that expressions use. */
export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map<string, NamedFormat>([
  ["dns1123Label", { name: "DNS1123Label", check: checkDns1123Label, patternLength: 30 }],
  ["dns1123Subdomain", { name: "DNS1123Subdomain", check: checkDns1123Subdomain, patternLength: 60 }],
  ["dns1035Label", { name: "DNS1035Label", check: checkDns1035Label, patternLength: 30 }],
  ["qualifiedName", { name: "QualifiedName", check: checkQualifiedName, patternLength: 60 }],
  ["dns1123LabelPrefix", { name: "DNS1123LabelPrefix", check: prefixOf(checkDns1123Label), patternLength: 30 }],
  [
    "dns1123SubdomainPrefix",
    { name: "DNS1123SubdomainPrefix", check: prefixOf(checkDns1123Subdomain), patternLength: 60 },
  ],
  ["dns1035LabelPrefix", { name: "DNS1035LabelPrefix", check: prefixOf(checkDns1035Label), patternLength: 30 }],
  ["labelValue", { name: "LabelValue", check: checkLabelValue, patternLength: 40 }],
  ["uri", { name: "URI", check: checkUri, patternLength: 1103 }],
  ["uuid", { name: "uuid", check: must(isUuid, "does not match the UUID format"), patternLength: 70 }],
  ["byte", { name: "byte", check: must(isBase64, "invalid base64"), patternLength: 84 }],
  ["date", { name: "date", check: must(isDate, "invalid date"), patternLength: 71 }],
  ["datetime", { name: "datetime", check: must(isDateTime, "invalid datetime"), patternLength: 71 }],
]);

/** Returns the check of a text that a generated suffix follows, so that it may end with a hyphen. */
function prefixOf(check: TextCheck): TextCheck {
  return (text) => check(maskLastHyphen(text));
}

/** Replaces a hyphen at the end and the byte before it by a letter. A longer character before it remains invalid. */
function maskLastHyphen(text: string): string {
  if (text.length < 2 || !text.endsWith("-")) return text;
  const isAscii = text.charCodeAt(text.length - 2) < 0x80;
  return isAscii ? `${text.slice(0, -2)}a` : text.slice(0, -1);
}

function must(isValid: (text: string) => boolean, fault: string): TextCheck {
  return (text) => (isValid(text) ? [] : [fault]);
}

function checkUri(text: string): string[] {
  try {
    parseRequestUri(text);
    return [];
  } catch (error) {
    if (error instanceof ParseError) return [error.message];
    throw error;
  }
}
