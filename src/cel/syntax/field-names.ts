/**
 * The names of fields in expressions. A field's name may contain characters that an expression's identifier may not, and it
 * may be a reserved word. Such a name is escaped: `a-b` is `a__dash__b`, `namespace` is `__namespace__`.
 */
import { reservedWords } from "./reserved-words.ts";

const escapes: ReadonlyMap<string, string> = new Map([
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
]);

const unescapes: ReadonlyMap<string, string> = new Map([...escapes].map(([plain, escaped]) => [escaped, plain]));

/** Returns the identifier by which expressions refer to a field; undefined if they cannot refer to it. */
export function escapeFieldName(name: string): string | undefined {
  if (reservedWords.has(name)) return `__${name}__`;
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[./-]/g, (plain) => escapes.get(plain) ?? plain);
}

/** Returns the field with a name in expressions. A reserved word is also the name of its field as it is. @param fields by their escaped names */
export function fieldNamed<Field>(fields: ReadonlyMap<string, Field> | undefined, name: string): Field | undefined {
  return fields?.get(name) ?? (reservedWords.has(name) ? fields?.get(`__${name}__`) : undefined);
}

/** Returns the name of the field to which an identifier refers; undefined if the identifier has an unknown escape sequence. */
export function unescapeFieldName(identifier: string): string | undefined {
  let isValid = true;
  const name = identifier.replaceAll(/__[^_]+__/g, (escape) => {
    const plain = unescapes.get(escape) ?? reservedWordOf(escape, identifier);
    isValid &&= plain !== undefined;
    return plain ?? "";
  });
  return isValid ? name : undefined;
}

/** A reserved word is escaped only if it is the whole name. */
function reservedWordOf(escape: string, identifier: string): string | undefined {
  const word = escape.slice(2, -2);
  return escape === identifier && reservedWords.has(word) ? word : undefined;
}
