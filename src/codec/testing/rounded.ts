/** `value` with its bigints turned into numbers: what a reader that rounds would have read. */
export function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? Number(member) : member)),
  );
}
