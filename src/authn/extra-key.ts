import { sentText } from "./bearer-token.ts";

/**
 * Decodes the key of an extra property in the name of a header, such as `acme.com%2fproject`. As in the reference, a key with a
 * malformed escape stays as it is.
 */
export function decodeExtraKey(encoded: string): string {
  if (/%(?![0-9a-f]{2})/.test(encoded)) return encoded;
  const bytes = encoded.replace(/%([0-9a-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return sentText(bytes);
}
