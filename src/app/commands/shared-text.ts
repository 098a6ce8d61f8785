/** Sentences that the help of several commands has in common. */

/** Explains the names by which commands accept a type. */
export const typeNames =
  "A type is named by its plural, singular, kind or short name (deployments, deployment, Deployment, deploy), with the " +
  "group or the version where that is needed: ingresses.networking, deployments.v1.apps. `orch api-resources` lists them.";

/**
 * Returns the sentence about exit codes.
 * @param failure when the command exits with 1
 */
export function exitCodesText(failure: string): string {
  return (
    `Ends with 0 when all went well, with 1 when ${failure}, with 2 when the command line cannot be followed, with 130 when it ` +
    "is interrupted."
  );
}
