/** Objects of custom types, compared with built-in objects of the same size. */
import type { Figure } from "../figure.ts";
import { measureObjectRates } from "./custom-types/object-rates.ts";
import { measureRules } from "./custom-types/rules.ts";

/** Measures requests for custom objects, and creates with rules. */
export const customObjects: Figure = {
  name: "custom-objects",
  title: "create, get, list, watch and apply of custom objects, and rules",
  async measure(context) {
    return [...(await measureObjectRates(context)), ...(await measureRules(context))];
  },
};
