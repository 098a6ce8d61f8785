/** The parsed `Content-Type` of a request body. */
export interface ContentType {
  /** Media type in lower case, without parameters: `application/json`. */
  readonly mediaType: string;
  /** Parameters with names in lower case and values without quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Maximum length of the header. A longer one is rejected. */
const contentTypeLengthMax = 1024;
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const mediaType = new RegExp(`^[ \\t]*(${token}(?:/${token})?)[ \\t]*`);
const parameter = new RegExp(`[ \\t]*;[ \\t]*(${token})[ \\t]*=[ \\t]*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")`, "y");

/**
 * A backslash escapes only special characters. Before other characters it is an ordinary character, as in the
 * reference.
 */
const escapedSpecial = /\\([()<>@,;:\\"/[\]?=])/g;

/**
 * Returns the parsed header. Undefined if it is malformed or has two values for one parameter; the response is then
 * 415.
 */
export function parseContentType(header: string): ContentType | undefined {
  const match = header.length > contentTypeLengthMax ? null : mediaType.exec(header);
  if (match === null) return undefined;
  const parameters = new Map<string, string>();
  parameter.lastIndex = match[0].length;
  let end = parameter.lastIndex;
  for (let found = parameter.exec(header); found !== null; found = parameter.exec(header)) {
    const [, name = "", plain, quoted = ""] = found;
    const value = plain ?? quoted.replaceAll(escapedSpecial, "$1");
    const previous = parameters.get(name.toLowerCase());
    if (previous !== undefined && previous !== value) return undefined;
    parameters.set(name.toLowerCase(), value);
    end = parameter.lastIndex;
  }
  if (!/^[ \t]*(?:;[ \t]*)?$/.test(header.slice(end))) return undefined;
  return { mediaType: (match[1] ?? "").toLowerCase(), parameters };
}
