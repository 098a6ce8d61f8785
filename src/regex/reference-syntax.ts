/**
 * The syntax of the reference, as far as it differs from that of re2js. The reference ignores case, spaces, hyphens and underscores
 * in the names of character classes, knows more names, and accepts groups with the same name.
 */
import { scanPattern } from "./scan.ts";

/** The names of general categories besides those that re2js knows, in the form of `classKey()`. */
const categoryNames: ReadonlyMap<string, string> = new Map([
  ["Casedletter", "LC"],
  ["Closepunctuation", "Pe"],
  ["Cntrl", "Cc"],
  ["Combiningmark", "M"],
  ["Connectorpunctuation", "Pc"],
  ["Control", "Cc"],
  ["Currencysymbol", "Sc"],
  ["Dashpunctuation", "Pd"],
  ["Decimalnumber", "Nd"],
  ["Digit", "Nd"],
  ["Enclosingmark", "Me"],
  ["Finalpunctuation", "Pf"],
  ["Format", "Cf"],
  ["Initialpunctuation", "Pi"],
  ["Letter", "L"],
  ["Letternumber", "Nl"],
  ["Lineseparator", "Zl"],
  ["Lowercaseletter", "Ll"],
  ["Mark", "M"],
  ["Mathsymbol", "Sm"],
  ["Modifierletter", "Lm"],
  ["Modifiersymbol", "Sk"],
  ["Nonspacingmark", "Mn"],
  ["Number", "N"],
  ["Openpunctuation", "Ps"],
  ["Other", "C"],
  ["Otherletter", "Lo"],
  ["Othernumber", "No"],
  ["Otherpunctuation", "Po"],
  ["Othersymbol", "So"],
  ["Paragraphseparator", "Zp"],
  ["Privateuse", "Co"],
  ["Punct", "P"],
  ["Punctuation", "P"],
  ["Separator", "Z"],
  ["Spaceseparator", "Zs"],
  ["Spacingmark", "Mc"],
  ["Surrogate", "Cs"],
  ["Symbol", "S"],
  ["Titlecaseletter", "Lt"],
  ["Unassigned", "Cn"],
  ["Uppercaseletter", "Lu"],
]);

/** Scripts that are newer than the reference. */
const unknownScripts: ReadonlySet<string> = new Set(["Garay", "Sidetic", "Sunuwar", "Todhri"]);

/** Returns the name of a class as the reference looks it up: `Greek` for `GREEK`, `Letternumber` for `letter_number`. */
function classKey(name: string): string {
  const letters = name.replaceAll(/[ _-]/g, "").replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return letters.replace(/^[a-z]/, (first) => first.toUpperCase());
}

const translatable = /^\\[pP](?:[a-z]|\{[^}]*\})$/;

/** Returns a class as re2js spells it. A class that the reference does not know becomes one that no engine knows. */
function translatedClass(spelling: string): string {
  const [, start = "", inverted = "", name = ""] = /^(\\[pP])\{?(\^?)([^}]*)/.exec(spelling) ?? [];
  const key = classKey(name);
  if (unknownScripts.has(key)) return `${start}{${inverted}?}`;
  return `${start}{${inverted}${categoryNames.get(key) ?? key}}`;
}

/** A part of a pattern that is spelled differently for re2js. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A pattern in the syntax of re2js. */
export interface Translation {
  readonly text: string;
  /** Returns a part of the translated text as it is in the original. */
  original(part: string): string;
}

/** Whether a pattern has parts whose spelling can differ. */
const canDiffer = /\\[pP]|\(\?P?<|\[:\]/;

/** Translates a pattern from the syntax of the reference to that of re2js. */
export function translate(source: string): Translation {
  const changes = canDiffer.test(source) ? changesOf(source) : [];
  if (changes.length === 0) return { text: source, original: (part) => part };
  let text = "";
  let from = 0;
  for (const { start, end, text: replacement } of changes) {
    text += source.slice(from, start) + replacement;
    from = end;
  }
  text += source.slice(from);
  return {
    text,
    original(part) {
      const start = text.indexOf(part);
      return start < 0
        ? part
        : source.slice(originalPlace(changes, start), originalPlace(changes, start + part.length));
    },
  };
}

function changesOf(source: string): readonly Change[] {
  const changes: Change[] = [];
  const names = new Set<string>();
  scanPattern(source, {
    characters: () => undefined,
    unicodeClass(start, end) {
      const spelling = source.slice(start, end);
      if (!translatable.test(spelling)) return;
      const text = translatedClass(spelling);
      if (text !== spelling) changes.push({ start, end, text });
    },
    open(start, end) {
      if (start === undefined || end === undefined) return;
      let name = source.slice(start, end);
      while (names.has(name)) name += "_";
      if (name.length > end - start) changes.push({ start, end, text: name });
      names.add(name);
    },
    // re2js takes the end of the class for the end of a name.
    literalBracket(at) {
      if (source[at + 2] === "]") changes.push({ start: at, end: at, text: "\\" });
    },
    close: () => undefined,
    repetition: () => undefined,
  });
  return changes;
}

/** Returns the place in the original that corresponds to a place in the translated text. */
function originalPlace(changes: readonly Change[], place: number): number {
  /** By how much places in the translated text are greater. */
  let shift = 0;
  for (const { start, end, text } of changes) {
    if (place <= start + shift) break;
    if (place < start + shift + text.length) return Math.min(place - shift, end);
    shift += text.length - (end - start);
  }
  return place - shift;
}
