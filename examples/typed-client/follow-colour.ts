/** What the recipe tests: a program that follows the colour of the settings, written with the official client. */
import { CoreV1Api, type KubeConfig, makeInformer, type V1ConfigMap } from "@kubernetes/client-node";

const namespace = "default";
const labelSelector = "app=settings";

/** Calls `onColour` with the colour that there is, and with every other one that is set, until it is stopped. */
export async function followColour(
  config: KubeConfig,
  onColour: (colour: string | undefined) => void,
): Promise<{ stop(): Promise<void> }> {
  const core = config.makeApiClient(CoreV1Api);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
  const informer = makeInformer<V1ConfigMap>(config, path, list, labelSelector);
  let stopped = false;
  informer.on("add", ({ data }) => onColour(data?.["colour"]));
  informer.on("update", ({ data }) => onColour(data?.["colour"]));
  informer.on("delete", () => onColour(undefined));
  // The informer leaves it to its user to go on after an error.
  informer.on("error", () => {
    if (!stopped) void informer.start();
  });
  await informer.start();
  return {
    stop() {
      stopped = true;
      return informer.stop();
    },
  };
}
