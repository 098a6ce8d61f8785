export function makeTemporaryFolder(prefix: string): string;
