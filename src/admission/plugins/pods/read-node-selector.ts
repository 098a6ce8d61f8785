import { setOwn } from "../../../base/own-property.ts";
import { formatFieldError } from "../../../meta/field-error.ts";
import { labelKeyErrors, labelValueErrors } from "../../../meta/label-requirement.ts";
import { StatusError } from "../../../meta/status-error.ts";

/**
 * Returns the labels in a text of the form `disk=ssd,zone=a`. Of several values for the same key, the last one counts.
 * @throws StatusError 500 with the message of the reference, because the text belongs to an administrator
 */
export function readNodeSelector(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  if (text === "") return labels;
  for (const term of text.split(",")) {
    const parts = term.split("=");
    const [key = "", value = ""] = parts.map((part) => part.trim());
    if (parts.length !== 2) throw new StatusError(500, `invalid selector: [${parts.join(" ")}]`);
    const [error] = [...labelKeyErrors("<nil>", key), ...labelValueErrors(`[${key}]`, value)];
    if (error) throw new StatusError(500, formatFieldError(error));
    setOwn(labels, key, value);
  }
  return labels;
}
