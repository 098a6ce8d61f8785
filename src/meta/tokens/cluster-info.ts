/** Names in the public ConfigMap about the cluster, with which clients find the API server. */

/** Name of the ConfigMap, in the namespace that anyone may read. It is the same in every vocabulary. */
export const clusterInfoName = "cluster-info";
/** Key of the client configuration, which has no user. */
export const clusterInfoKey = "kubeconfig";
/** Beginning of the keys of signatures. The id of the bootstrap token follows. */
export const clusterInfoSignaturePrefix = "jws-kubeconfig-";
