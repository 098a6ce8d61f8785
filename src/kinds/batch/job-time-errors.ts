/** Rules of a Job's start time and completion time. Times have the fractions of seconds that the client sent. */
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { parseInstant } from "../../meta/time.ts";
import { goTime } from "../meta/go-values.ts";
import { hasChanged, hasNewState, type JobChange, rejectIf } from "./job-change.ts";

const endPath = "status.completionTime";
const startPath = "status.startTime";

/** Returns the errors of times that do not fit the conditions. */
export function timeErrors(change: JobChange): FieldError[] {
  const { startTime: start = "", completionTime: end = "" } = change.now;
  const { complete, finished } = change.state;
  const isAboutEnd = hasNewState(change, "complete") || hasChanged(change, "completionTime");
  const isAboutStart = hasNewState(change, "finished") || hasChanged(change, "startTime");
  const { suspend, completions } = change.spec;
  const neverStarts = suspend === true && completions === 0;
  return [
    ...rejectIf(end !== "" && !complete && isAboutEnd, () =>
      invalidField(endPath, goTime(end), "cannot set completionTime when there is no Complete=True condition"),
    ),
    ...rejectIf(end === "" && complete && isAboutEnd, () =>
      requiredField(endPath, "completionTime is required for Complete jobs"),
    ),
    ...rejectIf(start !== "" && isBefore(end, start) && hasChanged(change, "startTime", "completionTime"), () =>
      invalidField(endPath, goTime(end), "completionTime cannot be set before startTime"),
    ),
    ...rejectIf(start === "" && finished && isAboutStart && !neverStarts, () =>
      requiredField(startPath, "startTime is required for finished job"),
    ),
  ];
}

/** Whether both times are set and `time` is earlier. */
function isBefore(time: string, other: string): boolean {
  if (time === "" || other === "") return false;
  const [left, right] = [parseInstant(time), parseInstant(other)];
  const seconds = left.epochSeconds - right.epochSeconds;
  return seconds < 0 || (seconds === 0 && left.nanoseconds < right.nanoseconds);
}

/**
 * Returns the errors of changed times. The completion time is immutable. The start time changes only while the Job is
 * suspended or resumed.
 */
export function changedTimeErrors(change: JobChange): FieldError[] {
  const { now, old, spec, isResuming } = change;
  const { completionTime: end = "" } = now;
  return [
    ...rejectIf(end !== "" && Boolean(old.completionTime) && hasChanged(change, "completionTime"), () =>
      invalidField(endPath, goTime(end), "completionTime cannot be mutated"),
    ),
    ...rejectIf(Boolean(old.startTime) && hasChanged(change, "startTime") && spec.suspend !== true && !isResuming, () =>
      requiredField(startPath, "startTime cannot be removed for unsuspended job"),
    ),
  ];
}
