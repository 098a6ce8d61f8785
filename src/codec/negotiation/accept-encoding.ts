/** Longer headers are taken to accept no compression. */
const acceptEncodingLengthMax = 1024;

/** Whether an Accept-Encoding header names gzip, other than by `q=0`. A wildcard is not taken up. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || header.length > acceptEncodingLengthMax) return false;
  return header.split(",").some((part) => {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return coding === "gzip" && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
  });
}
