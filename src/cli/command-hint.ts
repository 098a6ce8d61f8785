/** Commands that the program suggests. */
import type { ClientContext } from "./context.ts";
import { shellWord } from "./screen/shell-word.ts";

/** An object of the server of a command. */
export interface HintTarget {
  /** `deployment.apps/web` */
  readonly title: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
}

/**
 * Returns a command about an object, which works as printed in the same shell and folder: it names the namespace, and the server
 * that the present command line has chosen.
 * @param action name of the command
 * @param flags further flags
 */
export function commandHint(
  action: string,
  { title, namespace }: HintTarget,
  { serverFlags }: Pick<ClientContext, "serverFlags">,
  flags: readonly string[] = [],
): string {
  const place = namespace === "" ? [] : ["-n", namespace];
  return ["orch", action, title, ...place, ...flags, ...serverFlags].map(shellWord).join(" ");
}
