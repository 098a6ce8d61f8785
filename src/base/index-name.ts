/**
 * Whether JavaScript treats a member name as an array index. Objects enumerate such members first, in numerical order.
 */
export function isIndex(name: string | undefined): boolean {
  return name !== undefined && /^(0|[1-9]\d{0,9})$/.test(name);
}
