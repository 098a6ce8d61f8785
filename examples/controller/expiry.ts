/** The tested controller. It deletes each ConfigMap when the time in its annotation `shop/keep-for-seconds` is over. */
import { configMap } from "orch/api";
import { type Client, type Clock, Controller, controllerSource, Informer, systemClock } from "orch/client";

/** Runs the controller until the signal is aborted. */
export async function runExpiry(client: Client, signal: AbortSignal, clock: Clock = systemClock): Promise<void> {
  const maps = client.api(configMap);
  const informer = new Informer(maps, { clock });
  const controller = new Controller({
    name: "expiry",
    clock,
    sources: [controllerSource(informer)],
    async reconcile(key) {
      const {
        namespace = "",
        name = "",
        uid = "",
        creationTimestamp,
        annotations,
      } = informer.lister.get(key)?.metadata ?? {};
      const seconds = Number(annotations?.["shop/keep-for-seconds"]);
      if (!(seconds >= 0)) return;
      const leftMs = Date.parse(creationTimestamp ?? "") + seconds * 1000 - clock.nowMs();
      if (leftMs > 0) return { requeueAfterMs: leftMs };
      await maps.in(namespace).delete(name, { preconditions: { uid } });
    },
    onError: (error) => console.error(error),
  });
  await Promise.all([informer.run(signal), controller.run(signal)]);
}
