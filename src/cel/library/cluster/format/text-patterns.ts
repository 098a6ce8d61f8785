/** Formats of texts that custom resources can require. */

/** The lengths of the groups of digits in a UUID. */
const uuidGroups = [8, 4, 4, 4, 12] as const;

/** Whether a text is a UUID. Each hyphen between groups is optional. */
export function isUuid(text: string): boolean {
  let at = 0;
  for (const length of uuidGroups) {
    if (at > 0 && text[at] === "-") at++;
    const group = text.slice(at, at + length);
    if (group.length < length || !/^[0-9a-f]+$/i.test(group)) return false;
    at += length;
  }
  return at === text.length;
}

/** Whether a text is in base64 with padding. The empty text is not. */
export function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Whether a text is a date such as `2021-01-31`. */
export function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return year !== "" && day !== "00" && Number(day) <= daysIn(Number(year), Number(month));
}

/** Returns the number of days of a month; 0 if there is no such month. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}

/** The reference accepts any character before the fraction of a second. */
const dayTime = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u;

/** Whether a text is a time such as `2021-01-31T23:59:59.5+01:00`. As in the reference, a second `T` ends the text. */
export function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t", 2);
  const [, hour = "", minute = "", second = ""] = dayTime.exec(time) ?? [];
  return isDate(date) && hour !== "" && hour <= "23" && minute <= "59" && second <= "59";
}
