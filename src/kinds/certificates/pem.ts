/** Reads PEM blocks. Text outside of complete blocks is ignored. */

/** A decoded PEM block. */
export interface PemBlock {
  /** Type of the content, such as `CERTIFICATE`. */
  readonly label: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const begin = /^-----BEGIN (.*)-----[ \t]*$/;
const end = /^-----END (.*)-----[ \t]*$/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Returns the complete PEM blocks of a text. */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let open: { readonly label: string; readonly lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, opened] = begin.exec(line) ?? [];
    const [, closed] = end.exec(line) ?? [];
    if (opened !== undefined) open = { label: opened, lines: [] };
    else if (closed === undefined) open?.lines.push(line);
    else {
      const block = open?.label === closed ? readBlock(open.label, open.lines) : undefined;
      if (block) blocks.push(block);
      open = undefined;
    }
  }
  return blocks;
}

/** Decodes a block. Its headers are the first lines with a colon. Undefined if the base64 text is malformed. */
function readBlock(label: string, lines: readonly string[]): PemBlock | undefined {
  const firstOfBody = lines.findIndex((line) => !line.includes(":"));
  const headers = firstOfBody < 0 ? lines.length : firstOfBody;
  const body = lines.slice(headers).join("").replace(/\s/g, "");
  if (body.length % 4 !== 0 || !base64.test(body)) return undefined;
  return { label, hasHeaders: headers > 0, bytes: Buffer.from(body, "base64") };
}
