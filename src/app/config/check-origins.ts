import { UsageError } from "../flags/usage-error.ts";
import type { WebConfig } from "./connection-flags.ts";

/**
 * Checks the patterns of allowed origins, with an origin of usual length. The engine of patterns is loaded only if there are any.
 * @throws UsageError in the words of the reference
 */
export async function checkOrigins({ corsAllowedOrigins: patterns }: WebConfig): Promise<void> {
  if (patterns.length === 0) return;
  const { PatternError, patternOf } = await import("../../regex/index.ts");
  const problems = patterns.flatMap((source) => {
    const pattern = patternOf(source);
    if (pattern instanceof PatternError) return [pattern.message];
    const result = pattern.matches("https://example.com");
    return result instanceof PatternError ? [`${result.message}: ${JSON.stringify(source)}`] : [];
  });
  if (problems.length === 0) return;
  throw new UsageError(
    problems.map((problem) => `--cors-allowed-origins has an invalid regular expression: ${problem}`),
  );
}
