/** Reads the Warning headers of a response. */
import type { WireResponse } from "./wire-client.ts";

const warningValue = /^299 - "((?:[^"\\]|\\.)*)"(?:, |$)/;

/**
 * Returns the texts of the Warning headers. @throws Error if a header is not a list of warnings with code 299 and the
 * agent `-`
 */
export function warningsOf({ headers }: Pick<WireResponse, "headers">): string[] {
  const texts: string[] = [];
  let rest = [headers["warning"] ?? []].flat().join(", ");
  while (rest !== "") {
    const [whole, text] = warningValue.exec(rest) ?? [];
    if (whole === undefined || text === undefined) throw new Error(`no warning: ${rest}`);
    texts.push(Buffer.from(text.replace(/\\(.)/g, "$1"), "latin1").toString("utf8"));
    rest = rest.slice(whole.length);
  }
  return texts;
}
