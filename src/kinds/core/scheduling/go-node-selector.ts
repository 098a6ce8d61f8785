/** Prints node selectors in Go syntax, as error messages of the reference show them. */
import type { NodeSelectorRequirement, NodeSelectorTerm } from "../../../api/core/v1/node-selector.ts";
import { GoText, goQuote, goTextList } from "../../../meta/go-quote.ts";
import { goList, goStruct } from "../../../meta/go-struct.ts";

/** Returns a list of terms in Go syntax. */
export function goNodeSelectorTerms(terms: readonly NodeSelectorTerm[]): GoText {
  return new GoText(goList("core.NodeSelectorTerm", terms.map(printTerm)));
}

/** Returns a term in Go syntax. */
export function goNodeSelectorTerm(term: NodeSelectorTerm): GoText {
  return new GoText(printTerm(term));
}

function printTerm({ matchExpressions, matchFields }: NodeSelectorTerm): string {
  return goStruct("core.NodeSelectorTerm", {
    MatchExpressions: printRequirements(matchExpressions),
    MatchFields: printRequirements(matchFields),
  });
}

function printRequirements(requirements: readonly NodeSelectorRequirement[] = []): string {
  return goList("core.NodeSelectorRequirement", requirements.map(printRequirement));
}

function printRequirement({ key, operator, values }: NodeSelectorRequirement): string {
  return goStruct("core.NodeSelectorRequirement", {
    Key: goQuote(key),
    Operator: goQuote(operator),
    Values: goTextList(values).text,
  });
}
