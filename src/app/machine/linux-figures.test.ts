import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { platform } from "node:os";
import { expect, test } from "vitest";
import { linuxFigures } from "./linux-figures.ts";

test.runIf(platform() === "linux")("the figures of Linux are those of this process", () => {
  const before = linuxFigures.openFiles() ?? 0;
  const opened = Array.from({ length: 50 }, () => openSync("/dev/null", "r"));
  const after = linuxFigures.openFiles() ?? 0;
  for (const descriptor of opened) closeSync(descriptor);
  // Other threads of this process open and close some files, too.
  expect(after - before).toBeGreaterThan(40);
  // A child process has the limits of its parent.
  const [files, kilobytes] = execFileSync("sh", ["-c", "ulimit -n; ulimit -v"]).toString().split("\n");
  expect(linuxFigures.openFilesMax()).toBe(Number(files));
  expect(linuxFigures.virtualBytesMax()).toBe(kilobytes === "unlimited" ? 2 ** 64 : Number(kilobytes) * 1024);
  const { rss } = process.memoryUsage();
  expect(linuxFigures.virtualBytes()).toBeGreaterThan(rss);
});
