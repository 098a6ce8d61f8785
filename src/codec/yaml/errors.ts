/** Errors in the words of the reference's YAML library, with its way of counting lines. */
import { DecodeError } from "../decode-error.ts";

export function yamlError(problem: string, line = 0): DecodeError {
  return new DecodeError("syntax", line > 0 ? `yaml: line ${line}: ${problem}` : `yaml: ${problem}`);
}

export function yamlValueError(problem: string): DecodeError {
  return new DecodeError("value", problem);
}

export function yamlLimitError(problem: string, line = 0): DecodeError {
  return new DecodeError("limit", line > 0 ? `yaml: line ${line}: ${problem}` : `yaml: ${problem}`);
}
