/** Sentences that the help of several commands has in common. */

/** Explains the names by which commands accept a type. */
export const typeNames =
  "A type is named by its plural, singular, kind or short name (deployments, deployment, Deployment, deploy), " +
  "if necessary with the group or the version: ingresses.networking, deployments.v1.apps. `orch api-resources` " +
  "lists them.";

/**
 * Returns the sentence about exit codes.
 * @param failure when the command exits with 1
 */
export function exitCodesText(failure: string): string {
  return `Exits with 0 on success, 1 if ${failure}, 2 if the command line is invalid, and 130 if it is interrupted.`;
}
