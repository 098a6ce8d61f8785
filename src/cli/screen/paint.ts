/** Colours of terminal output. */

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

/** A colour or style. */
export type Colour = keyof typeof codes;

/** Returns the text in a colour, or unchanged if colours are off. */
export type Paint = (colour: Colour, text: string) => string;

/** Returns the text without colours. */
export const plainPaint: Paint = (_, text) => text;

/** Returns the text with ANSI colour codes. */
export const colourPaint: Paint = (colour, text) => (text === "" ? "" : `\u001b[${codes[colour]}m${text}\u001b[0m`);
