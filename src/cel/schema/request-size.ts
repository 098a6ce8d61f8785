/** Sizes in bytes of JSON, from which limits follow if a schema has none. They are those of the reference. */

/** The size of the largest request. */
export const requestBytesMax = 3 * 1024 * 1024;

/** Sizes of the shortest texts of types. */
export const serializedBytesMin = {
  /** `0` */
  number: 1,
  /** `true` */
  boolean: 4,
  /** `""` */
  text: 2,
  /** `"0"` */
  duration: 3,
  /** A date in quotation marks. */
  date: 12,
  /** A date, the letter T and a time in quotation marks. */
  dateTime: 21,
  /** `[]` or `{}` */
  container: 2,
} as const;

/** The longest texts of formats, with quotation marks. */
export const formatBytesMax = { duration: 32, date: 12, "date-time": 32 } as const;

/** The longest text in a request, without quotation marks. */
export const textBytesMax = requestBytesMax - 2;

/** Returns how many items fit into a request. */
export function itemsMax(itemBytesMin: number): number {
  return Math.floor((requestBytesMax - 2) / (itemBytesMin + 1));
}

/** Returns how many entries of a map fit into a request. A key has two bytes, and two quotation marks. */
export function entriesMax(valueBytesMin: number): number {
  return Math.floor((requestBytesMax - 2) / (valueBytesMin + 6));
}

/** Returns how often data can occur in a request. */
export function occurrencesMax(bytesMin: number): bigint {
  return BigInt(Math.floor(requestBytesMax / (bytesMin + 1)));
}
