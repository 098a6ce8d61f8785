/** The figure for server-side apply, and for the cost of recording field owners at each write. */
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { startOrch } from "../orch-server.ts";
import { applyCosts } from "./apply-costs.ts";
import { applyRates } from "./apply-rates.ts";
import { applyTracking } from "./apply-tracking.ts";

async function rates(context: FigureContext): Promise<Measurement[]> {
  await using server = await startOrch();
  return await applyRates(context, server);
}

/** Measures the rates of applies, and the costs of merging and of recording owners. */
export const apply: Figure = {
  name: "apply",
  title: "server-side apply, and the cost of recording field owners",
  async measure(context) {
    return [...(await rates(context)), ...(await applyTracking(context)), ...applyCosts(context)];
  },
};
