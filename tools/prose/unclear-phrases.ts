/** The phrases that made this code base hard to read, each with the better form. */

/** A phrase that is not written, and what to write in its place. */
export interface UnclearPhrase {
  readonly pattern: RegExp;
  readonly better: string;
}

const sentenceStart = String.raw`(?<=^(?:[-*|#>\d.\s]*)|[.!?]\s+)`;

function atStart(words: string): RegExp {
  return new RegExp(`${sentenceStart}(?:${words})\\b`, "g");
}

/** Every pattern is global, so that all its occurrences in a passage are found. */
export const unclearPhrases: readonly UnclearPhrase[] = [
  {
    pattern: atStart("(?:Of|By|In|On|For|From|To|With|After|Under) (?:which|whom|what)"),
    better: 'begin with the noun or the verb: "Name of …", "Returns …"',
  },
  { pattern: atStart("And"), better: "join it to the sentence before, or leave And out" },
  {
    pattern: atStart("(?:Who|Whatever|Whom|Whose)"),
    better: "name the subject: the client, the watch, the caller",
  },
  { pattern: atStart("What"), better: 'begin with the noun: "Fields that …", or with the verb: "Returns …"' },
  {
    pattern: atStart("Of (?!(?:the|these|those|all|several|two|three|both) \\w)"),
    better: 'begin with the noun: "Name of …", "Result of …"',
  },
  { pattern: /\bwhat is there\b/gi, better: "existing objects, the stored value: name what exists" },
  { pattern: /\b(?:let|lets|letting) go\b/gi, better: "release, remove, delete" },
  { pattern: /\b(?:is|are|was|were|be|been) told\b/gi, better: "is notified, receives, is reported" },
  { pattern: /\btells? (?!.{0,30}\bapart\b)/gi, better: "report, return, notify, show" },
  { pattern: /\basked for\b/gi, better: "requested" },
  { pattern: /\bof (?:its|their|his|one's) own\b/gi, better: "a separate …, its …, leave it out" },
  { pattern: /\b(?:goes|go|going|went) on\b/gi, better: "continues, resumes" },
  {
    pattern: /\b(?:nobody|somebody|everybody|anybody)\b/gi,
    better: "name the subject: no client, another writer, every caller",
  },
  { pattern: /\b(?:whoever|whomever)\b/gi, better: "name the subject: a client that …, callers that …" },
  { pattern: /\bfor so long\b/gi, better: "during this time, until then" },
  { pattern: /\bso (?:many|much)\b(?! (?:that|as|more|less|for))/gi, better: "say the number: this many, up to N" },
  { pattern: /\b(?:stands?|stood) in\b/gi, better: "is in, occurs in, is written in" },
  { pattern: /\b(?:stands?|stood) (?:there|here|for nothing|beside|where)\b/gi, better: "is, is written, exists" },
  { pattern: /\bas (?:it|they) (?:mostly|usually) (?:is|are)\b/gi, better: "usually" },
  { pattern: /\bthe (?:former|latter)\b/gi, better: "repeat the noun" },
  { pattern: /\b(?:is|are|was|were) gone\b/gi, better: "was deleted, has ended, does not exist" },
  { pattern: /\b(?:any more|used to be|nowadays)\b/gi, better: "no longer; leave out what the code did before" },
  { pattern: /\bcomes? (?:to|out|back|of it|into being)\b/gi, better: "is returned, becomes, is created" },
  { pattern: /\bby (?:what|whom)\b/gi, better: "name the thing: by the name that …" },
  { pattern: /\bin the place of\b/gi, better: "instead of" },
  { pattern: /\bknows? (?:of|nothing|about)\b/gi, better: "sees, tracks, has no record of" },
  {
    pattern: /\bones? that (?:is|are) there\b|\b(?:is|are) not there\b/gi,
    better: "exists, does not exist, is missing",
  },
];
