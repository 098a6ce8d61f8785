/** Server-side apply, and what it costs all writes to know who owns which fields. */
import type { Figure } from "../figure.ts";
import { startOrch } from "../orch-server.ts";
import { applyCosts } from "./apply-costs.ts";
import { applyRates } from "./apply-rates.ts";
import { applyTracking } from "./apply-tracking.ts";

export const apply: Figure = {
  name: "apply",
  title: "server-side apply, and the cost of knowing who owns what",
  async measure(context) {
    await using server = await startOrch();
    return [...(await applyRates(context, server)), ...(await applyTracking(context, server)), ...applyCosts(context)];
  },
};
