/** Finds links between documents, and references from comments to documents, that lead nowhere. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { listSources } from "../layers/check-imports.ts";
import { scan } from "../layers/tokenize.ts";
import { commentPassages } from "../prose/passages.ts";

const ignoredFolders = new Set(["node_modules", "dist"]);
const sourceFolders = ["src", "tools", "compare", "bench", "test", "examples"];

/**
 * Returns a line for each broken link: `FILE: TARGET: REASON`. Checks relative links and anchors of all Markdown files,
 * and comments that cite a page, one of its headings, and texts on it: `docs/performance.md, "Optimizations"`. Does not
 * check addresses.
 * @param root folder of a checkout
 */
export function brokenLinks(root: string): string[] {
  const pages = new Pages(root);
  return [
    ...markdownFiles(root).flatMap((path) => brokenLinksIn(path, pages)),
    ...sourceFolders
      .flatMap((folder) => listSources(root, folder))
      .flatMap((path) => brokenReferencesIn(path, readFileSync(join(root, path), "utf8"), pages)),
  ];
}

/** Returns the Markdown files of a checkout, except those in hidden folders. */
function markdownFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith(".") && !ignoredFolders.has(entry.name)) {
      return markdownFiles(root, path);
    }
    return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
  });
}

interface Page {
  readonly headings: readonly string[];
  readonly anchors: ReadonlySet<string>;
  /** Without backticks, with single spaces. */
  readonly text: string;
}

/** The files to which links lead, read on first use. */
class Pages {
  readonly #root: string;
  readonly #pages = new Map<string, Page>();

  constructor(root: string) {
    this.#root = root;
  }

  exists(path: string): boolean {
    return existsSync(join(this.#root, path));
  }

  source(path: string): string {
    return readFileSync(join(this.#root, path), "utf8");
  }

  page(path: string): Page {
    let page = this.#pages.get(path);
    if (!page) {
      page = readPage(this.source(path));
      this.#pages.set(path, page);
    }
    return page;
  }
}

function readPage(content: string): Page {
  const headings = [...withoutCodeBlocks(content).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title = ""]) => title);
  const anchors = new Set<string>();
  for (const heading of headings) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let number = 1; anchors.has(unique); number++) unique = `${anchor}-${number}`;
    anchors.add(unique);
  }
  return { headings, anchors, text: plainText(content) };
}

/** Returns the anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return shown.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

function plainText(text: string): string {
  return text.replace(/[`*]/g, "").replace(/\s+/g, " ");
}

function withoutCodeBlocks(content: string): string {
  return content.replace(/^ *(```+|~~~+)[^]*?^ *\1/gm, "");
}

function brokenLinksIn(path: string, pages: Pages): string[] {
  const prose = withoutCodeBlocks(pages.source(path)).replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: +(\S+)/gm)].map(
    ([, inline, defined]) => inline ?? defined ?? "",
  );
  return targets.flatMap((target) => {
    const reason = /^[a-z]+:/i.test(target) ? undefined : faultOf(path, target, pages);
    return reason === undefined ? [] : [`${path}: ${target}: ${reason}`];
  });
}

function faultOf(from: string, target: string, pages: Pages): string | undefined {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : normalize(join(dirname(from), decodeURI(file)));
  if (!pages.exists(path)) return "the file does not exist";
  if (anchor === undefined) return undefined;
  return path.endsWith(".md") && pages.page(path).anchors.has(anchor) ? undefined : "the heading does not exist";
}

/** A page with quoted texts after it. A quotation may span lines of the comment. */
const reference =
  /\b((?:docs\/[\w/.-]+|[A-Z]+)\.md)((?:,\s+"[^"]+")*)(?:,?\s+has\s+the\s+measurement\s+\("([^"]+)"\))?/g;

function brokenReferencesIn(path: string, content: string, pages: Pages): string[] {
  return commentPassages(content, scan(content).comments).flatMap(({ text }) =>
    [...text.matchAll(reference)].flatMap(([, target = "", quoted = "", measurement]) => {
      if (!pages.exists(target)) return [`${path}: ${target}: the file does not exist`];
      const [title, ...texts] = [...quoted.matchAll(/"([^"]+)"/g)].map(([, words = ""]) => plainText(words));
      const { headings, text: page } = pages.page(target);
      const missingTexts = [...texts, ...(measurement === undefined ? [] : [plainText(measurement)])].filter(
        (words) => !page.includes(words),
      );
      return [
        ...(title === undefined || headings.includes(title) ? [] : [`${path}: ${target}: no heading "${title}"`]),
        ...missingTexts.map((words) => `${path}: ${target}: no text "${words}"`),
      ];
    }),
  );
}
