/** Finds all faults of a text. */
import type { Issue } from "../ast.ts";
import type { SyntaxFeatures } from "../features.ts";
import { IssueList } from "./issue-list.ts";
import { parseWithRecovery } from "./recovering-parser.ts";
import { readTree } from "./tree-reader.ts";

/**
 * Returns the faults of a text that is not a valid expression. After syntax errors, the parts that could be read are examined too.
 * @param text without unpaired surrogates
 */
export function findIssues(text: string, features: SyntaxFeatures): readonly Issue[] {
  const list = new IssueList();
  const tree = parseWithRecovery(text, list);
  if (!list.isClosed) readTree(tree, { length: text.length, features }, list);
  return list.issues;
}
