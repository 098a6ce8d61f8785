import type { KindDeclaration } from "../../schema/index.ts";
import { event } from "./v1/event.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const eventsKinds: readonly KindDeclaration[] = [event];
