/** Returns `value` with its bigints converted to numbers, as a reader that rounds would return it. */
export function roundBigints(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? Number(member) : member)),
  );
}
