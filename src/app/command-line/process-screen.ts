/** The terminal of this process, as commands use it. */
import { colourPaint, plainPaint, type Screen } from "../../cli/index.ts";

const clearLine = "\r\u001b[2K";

/**
 * Returns the terminal of this process.
 * @param colour `auto`: colours on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
 */
export function processScreen(colour: "auto" | "always" | "never"): Screen {
  const { stdout, stderr, stdin } = process;
  let hasProgress = false;
  const clear = (): void => {
    if (hasProgress) stderr.write(clearLine);
    hasProgress = false;
  };
  return {
    cwd: process.cwd(),
    input: stdin,
    columns: stdout.isTTY ? stdout.columns : undefined,
    paint: wantsColour(colour) ? colourPaint : plainPaint,
    out(text) {
      clear();
      stdout.write(text);
    },
    error(text) {
      clear();
      stderr.write(text);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      hasProgress = text !== "";
      if (hasProgress) stderr.write(text);
    },
  };
}

function wantsColour(colour: "auto" | "always" | "never"): boolean {
  if (colour !== "auto") return colour === "always";
  const { env, stdout } = process;
  return stdout.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}
