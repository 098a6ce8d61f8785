/** The values of the expression language, their types, their order, and values of JSON. */
export { fromJson } from "./json.ts";
export { ArrayListValue, ConcatenatedListValue, concatenate, GrowingListValue } from "./lists.ts";
export { EntryMapValue, GrowingMapValue, keyText } from "./maps.ts";
export { compareText, compareValues, equalValues, type Order } from "./order.ts";
export { toJson, toText } from "./output.ts";
export { formatDouble, formatDurationSeconds, formatTimestamp, plainDecimal } from "./spelling.ts";
export { codePointCount, formatKey, noSuchOverload, sizeOf, typeOfValue } from "./type-of-value.ts";
export * from "./value.ts";
