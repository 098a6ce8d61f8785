import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const text = readFileSync(join(root, "docs/how-to-add.md"), "utf8");

test("every link of docs/how-to-add.md leads to an existing file", () => {
  const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  expect(targets.length).toBeGreaterThan(50);
  expect(targets.filter((target) => !existsSync(join(root, "docs", target)))).toEqual([]);
});

test("every command of docs/how-to-add.md that runs tests names existing tests", () => {
  const folders = ["src", "test", "tools"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const tests = files.filter((file) => file.endsWith(".test.ts"));
  const paths = [...text.matchAll(/^npm test -- (.*)$/gm)].flatMap(([, list = ""]) => list.split(" "));
  expect(paths.length).toBeGreaterThan(20);
  const unknown = paths.filter((path) => !path.includes("<") && !tests.some((file) => file.includes(path)));
  expect(unknown).toEqual([]);
});

test("every test title that docs/how-to-add.md quotes exists in the file that it names", () => {
  const quotes = [...text.matchAll(/`([\w/-]+\.test\.ts)`: "(.*?)"/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }));
  expect(quotes.length).toBeGreaterThan(5);
  const missing = quotes.filter(({ file, title }) => !readFileSync(join(root, file), "utf8").includes(title));
  expect(missing).toEqual([]);
});
