/** The types of this group, and the kinds that declare them. */
export { type PriorityClass, priorityClass } from "./v1/priority-class.ts";
