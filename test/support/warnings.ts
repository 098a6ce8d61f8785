/** Texts of the Warning headers of an answer. */
import type { WireResponse } from "./wire-client.ts";

const warningValue = /^299 - "((?:[^"\\]|\\.)*)"(?:, |$)/;

/** @throws Error for a header that is no list of warnings without an agent */
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
