/** Priority and fairness, connected with the cluster. */
export { ServerFairness } from "./compose-fairness.ts";
