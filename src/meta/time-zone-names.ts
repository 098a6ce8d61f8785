/** The spelling of names in the time zone database. JavaScript ignores case in names, and knows other names too. */

/** Names whose words do not consist of one capital letter and small letters, and all of `Etc/` and `US/`. */
const specialNames: ReadonlySet<string> = new Set(
  `
  Africa/Dar_es_Salaam America/Argentina/ComodRivadavia America/Knox_IN America/Port-au-Prince America/Port_of_Spain
  Antarctica/DumontDUrville Antarctica/McMurdo Australia/ACT Australia/LHI Australia/NSW Brazil/DeNoronha CET CST6CDT
  Chile/EasterIsland EET EST EST5EDT Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3
  Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12
  Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/UCT
  Etc/UTC Europe/Isle_of_Man GB GB-Eire GMT GMT+0 GMT-0 GMT0 HST MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur NZ NZ-CHAT
  PRC PST8PDT ROC ROK UCT UTC US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii
  US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa W-SU WET
  `.split(/\s+/),
);
const specialNamesInSmallLetters: ReadonlySet<string> = new Set(Array.from(specialNames, (name) => name.toLowerCase()));

/** Names that JavaScript knows from older versions of the database. */
const formerNames: ReadonlySet<string> = new Set(["Canada/East-Saskatchewan"]);

const regularName = /^[A-Z][a-z]*(?:[/_-][A-Z][a-z]*)*$/;

/** Whether a name that JavaScript accepts is written as in the database, which distinguishes small and capital letters. */
export function hasDatabaseSpelling(name: string): boolean {
  if (specialNames.has(name)) return true;
  return regularName.test(name) && !specialNamesInSmallLetters.has(name.toLowerCase()) && !formerNames.has(name);
}
