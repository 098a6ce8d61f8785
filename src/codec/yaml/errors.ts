/** Errors with the messages and line numbers of the reference's YAML library. */
import { DecodeError } from "../decode-error.ts";

/** Returns a syntax error. @param line counted from 1; 0 for an error without a line */
export function yamlError(problem: string, line = 0): DecodeError {
  return new DecodeError("syntax", line > 0 ? `yaml: line ${line}: ${problem}` : `yaml: ${problem}`);
}

/** Returns an error for a value that JSON cannot represent. */
export function yamlValueError(problem: string): DecodeError {
  return new DecodeError("value", problem);
}

/** Returns an error for an exceeded limit. @param line counted from 1; 0 for an error without a line */
export function yamlLimitError(problem: string, line = 0): DecodeError {
  return new DecodeError("limit", line > 0 ? `yaml: line ${line}: ${problem}` : `yaml: ${problem}`);
}
