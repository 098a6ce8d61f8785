/** Hooks of the kinds in this group. */
import { eventsEvent } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import type { HookEntry } from "../hook-entry.ts";
import { eventConversion } from "./event-conversion.ts";
import { newEventRules } from "./event-rules.ts";

/** Hooks of all kinds in this group. */
export const eventsHooks: readonly HookEntry[] = [
  [eventsEvent, { conversion: eventConversion, ...(newEventRules as KindHooks) }],
];
