const labelWidth = 12;

/** Returns a line with an aligned label. An empty label continues the line above. */
export function labelled(label: string, text: string): string {
  return `  ${label.padEnd(labelWidth)}${text}`;
}
