/** Opens a URL in the user's browser. */
import { spawn } from "node:child_process";

/**
 * Starts the program that opens URLs on this system.
 * @param url an `https:` URL
 * @param env environment of this process
 * @returns false if there is no graphical session
 */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const program = programOf(process.platform, env);
  if (!program) return false;
  const [command, ...args] = program;
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true, windowsHide: true });
  // The URL is also printed, so the user can continue without the program.
  child.once("error", () => undefined);
  child.unref();
  return true;
}

type Program = readonly [command: string, ...args: string[]];

function programOf(platform: string, env: Readonly<Record<string, string | undefined>>): Program | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasScreen = (env["DISPLAY"] ?? env["WAYLAND_DISPLAY"] ?? "") !== "";
  return hasScreen ? ["xdg-open"] : undefined;
}
