/** Checks the subjects of new commits: `area: imperative verb …`, at most 72 characters. */
import { git } from "./git.ts";

/** The first commit whose successors follow the rules; the history before it is not judged. */
const firstJudged = "afa66910291fbdec584f24d35a23f1c6e4fa1464";

const lengthMax = 72;

/** Result of the check of commits. */
export interface CommitReport {
  /** One line for each violation: abbreviated hash, subject, what is wrong. */
  readonly violations: readonly string[];
  /** Why nothing could be checked; undefined if the commits were checked. */
  readonly skipped: string | undefined;
}

/**
 * Judges the commits that `origin/main` does not have, or without such a branch those after a fixed commit.
 * @param root folder of a checkout; without Git or the needed history, the report says why nothing was checked
 * @param start commit whose successors are judged where there is no `origin/main`
 */
export function judgeCommits(root: string, start: string = firstJudged): CommitReport {
  const base = git(root, "rev-parse", "--verify", "--quiet", "origin/main^{commit}") ?? start;
  const log = git(root, "log", "--no-merges", "--format=%h %s", `${base}..HEAD`);
  if (log === undefined) return { violations: [], skipped: `no Git history after ${base.slice(0, 10)}` };
  const violations = log.split("\n").flatMap((line) => {
    const [hash = "", ...words] = line.split(" ");
    const subject = words.join(" ");
    return line === "" ? [] : subjectProblems(subject).map((problem) => `${hash} "${subject}": ${problem}`);
  });
  return { violations, skipped: undefined };
}

/** Returns what is wrong with the subject of a commit, and the better form. */
export function subjectProblems(subject: string): string[] {
  const problems: string[] = [];
  if (subject.length > lengthMax) {
    problems.push(`has ${subject.length} characters: at most ${lengthMax}, and give the reason in the body`);
  }
  const parts = /^([a-z0-9][\w./-]*(?:, [\w./-]+)*): (\S+)/.exec(subject);
  if (!parts) return [...problems, "has no area: begin with the area, as in `registry: reject empty names`"];
  const [, , verb = ""] = parts;
  if (!isImperative(verb))
    problems.push(`"${verb}" is not an imperative: write \`area: add …\`, \`fix\`, \`move\`, \`rename\``);
  return problems;
}

/** Words with the ending of another form that are imperatives all the same. */
const imperatives = new Set(
  "need feed embed shed speed seed exceed proceed succeed bring ring string ping sing fling focus alias bias".split(
    " ",
  ),
);

const otherForms = new Set(
  (
    "made wrote sent kept took gave got ran did found built left lost held told went came saw was were is are " +
    "a an the no not new now more all when what which who how where of in on for to from with without by and or but if " +
    "this these that those it its nobody some every each one"
  ).split(" "),
);

/** Whether a word can be the imperative of a verb: neither past, nor -ing, nor third person, nor a function word. */
function isImperative(word: string): boolean {
  const verb = word.toLowerCase().replace(/[,:;]$/, "");
  if (imperatives.has(verb)) return true;
  if (!/^[a-z-]+$/.test(verb)) return false;
  return !otherForms.has(verb) && !/(?:ed|ing)$/.test(verb) && !/[^s]s$/.test(verb);
}
