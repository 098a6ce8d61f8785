export const otherInputs: readonly string[];
