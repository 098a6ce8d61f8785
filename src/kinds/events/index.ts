/** The hooks of the kinds of this group. */
import { eventsEvent } from "../../api/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { eventConversion } from "./event-conversion.ts";

export const eventsHooks: readonly HookEntry[] = [hooksOf(eventsEvent, { conversion: eventConversion })];
