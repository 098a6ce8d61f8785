/** The functions of the language, and the releases that brought them. */
export { type ClusterTypes, clusterTypes } from "./cluster/cluster-types.ts";
export {
  type ClusterEnvironments,
  clusterEnvironments,
  type EnvironmentChoice,
  type Release,
} from "./releases.ts";
