/**
 * The controller that signs the public ConfigMap about the cluster with each bootstrap token, so that a client that has
 * only a token can verify it.
 */
import { configMap } from "../../api/core/v1/config-map.ts";
import { Controller, controllerSource, Informer, type ReconcileResult } from "../../client/index.ts";
import { clusterInfoName } from "../../meta/tokens/cluster-info.ts";
import { systemNamespace } from "../../meta/vocabulary.ts";
import { bootstrapTokenInformer } from "../bootstrap-token/index.ts";
import { type ControllerContext, type ControllerSpec, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { decide } from "./decide.ts";

/** The controller that signs with bootstrap tokens. It never creates the ConfigMap. */
export const bootstrapSigner: ControllerSpec = { ...controllerNames.bootstrapSigner, workers: 1, run };

async function run(context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, reader, vocabulary, clock, random, logger, metrics, workers } = context;
  const namespace = vocabulary.bind(systemNamespace("public"));
  const key = `${namespace}/${clusterInfoName}`;
  const maps = new Informer(reader.api(configMap, namespace), {
    clock,
    random,
    fieldSelector: `metadata.name=${clusterInfoName}`,
    onError: (error) => reportFailure(logger, error, { resource: configMap.plural }),
  });
  const tokens = bootstrapTokenInformer(context);
  const reconcile = async (_key: string, until: AbortSignal): Promise<ReconcileResult | void> => {
    const map = maps.lister.get(key);
    if (!map) return;
    const observed = { data: map.data ?? {}, secrets: tokens.lister.list(), nowMs: clock.nowMs() };
    const { data, lookAgainAfterMs } = decide(observed);
    if (data) await ignoreNotFound(client.api(configMap).update({ ...map, data }, { signal: until }));
    if (lookAgainAfterMs !== undefined) return { requeueAfterMs: lookAgainAfterMs };
  };
  const controller = new Controller({
    name: "bootstrap_signer_queue",
    clock,
    metrics,
    workers,
    sources: [controllerSource(maps), controllerSource(tokens, () => [key])],
    reconcile,
    onError: (error) => reportFailure(logger, error, { configMap: key }),
  });
  await Promise.all([maps.run(signal), tokens.run(signal), controller.run(signal)]);
}
