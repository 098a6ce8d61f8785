/** Colours of a terminal, or none. */

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Colour = keyof typeof codes;

/** Text in a colour; without colours, the text as it is. */
export type Paint = (colour: Colour, text: string) => string;

export const plainPaint: Paint = (_, text) => text;

export const colourPaint: Paint = (colour, text) => (text === "" ? "" : `\u001b[${codes[colour]}m${text}\u001b[0m`);
