/** The controller that deletes expired bootstrap tokens. */
import { secret } from "../../api/core/v1/secret.ts";
import { Controller, controllerSource, type ReconcileResult } from "../../client/index.ts";
import { bootstrapTokenInformer } from "../bootstrap-token/index.ts";
import { type ControllerContext, type ControllerSpec, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { decide } from "./decide.ts";

/** The controller that deletes expired bootstrap tokens. */
export const tokenCleaner: ControllerSpec = { ...controllerNames.tokenCleaner, workers: 1, run };

async function run(context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, clock, logger, metrics, workers } = context;
  const tokens = bootstrapTokenInformer(context);
  const reconcile = async (key: string, until: AbortSignal): Promise<ReconcileResult | void> => {
    const object = tokens.lister.get(key);
    if (!object) return;
    const action = decide(object, clock.nowMs());
    if (action.type === "keep") {
      const { lookAgainAfterMs } = action;
      return lookAgainAfterMs === undefined ? undefined : { requeueAfterMs: lookAgainAfterMs };
    }
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = object.metadata;
    const preconditions = { uid, resourceVersion };
    await ignoreNotFound(client.api(secret, namespace).delete(name, { preconditions, signal: until }));
  };
  const controller = new Controller({
    name: "token_cleaner",
    clock,
    metrics,
    workers,
    sources: [controllerSource(tokens)],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { secret: key }),
  });
  await Promise.all([tokens.run(signal), controller.run(signal)]);
}
