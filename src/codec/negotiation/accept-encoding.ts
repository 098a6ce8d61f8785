/** Maximum length of the header. A longer header is treated as if it accepted no compression. */
const acceptEncodingLengthMax = 1024;

/** Whether an `Accept-Encoding` header accepts gzip by name. A wildcard does not count. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || header.length > acceptEncodingLengthMax) return false;
  return header.split(",").some((part) => {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
  });
}
