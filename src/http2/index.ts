/** Detects HTTP/2 connections that broke without notice. */
export { ReadingCheck, readingIntervalMs, resumeReading } from "./resume-reading.ts";
