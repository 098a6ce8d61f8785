/** Ends some HTTP/2 connections after a request, so that their clients connect again, perhaps to another server. */
import type { Random } from "../../base/random.ts";
import type { Filter } from "../chain.ts";

/** Number of different random numbers. */
const resolution = 1_000_000_000;

/**
 * Returns the filter. The requests of the connection can finish. Connections with HTTP/1.1 are not affected, as in the
 * reference.
 * @param chance share of the requests after which the connection ends, from 0 to 1
 */
export function goaway(chance: number, random: Random): Filter {
  return (call, next) => {
    const { endConnection } = call.exchange.peer;
    if (endConnection && random.below(resolution) < chance * resolution) endConnection();
    return next(call);
  };
}
