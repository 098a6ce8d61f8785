/** The Content-Type of a request body. */
export interface ContentType {
  /** In lower case, without parameters: `application/json`. */
  readonly mediaType: string;
  /** Names in lower case, values without quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer headers are refused. */
const contentTypeLengthMax = 1024;
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const mediaType = new RegExp(`^[ \\t]*(${token}(?:/${token})?)[ \\t]*`);
const parameter = new RegExp(`[ \\t]*;[ \\t]*(${token})[ \\t]*=[ \\t]*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")`, "y");

/** Only what would end the value or part it is escaped; any other backslash stands for itself. */
const escapedSpecial = /\\([()<>@,;:\\"/[\]?=])/g;

/** @returns undefined when the header is malformed, two values for one parameter included: 415 */
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
