/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { event } from "./v1/event.ts";

export const eventsKinds: readonly KindDeclaration[] = [event];
