/** Expressions that take long although they cost little, and an object of 30 KB for them. */

/** The reference charges 1 for each of these calls, whatever they do. */
export const slowExpressions = [
  "self.numbers.all(i, '%s'.format([self]) != '')",
  "self.numbers.all(i, self.numbers.all(j, self == self))",
  "self.numbers.all(i, self.words.all(w, !isURL(w)))",
  "self.numbers.all(i, self.numbers.all(j, !'a'.matches('q' + string(i) + '{100}' + string(j))))",
  "self.numbers.all(i, self.words.all(w, w in dyn(self.words)))",
  "self.numbers.all(i, sets.contains(self.words, self.words))",
  "self.numbers.all(i, self.text.replace('a', self.text.substring(0, 20)) != '')",
  "self.numbers.all(i, self.text.split('').size() > 0)",
  "self.numbers.all(i, self.text.findAll('ab' + string(i) + '|b').size() >= 0)",
  "self.numbers.all(i, !(self.text + string(i)).matches('(a|b|ab){1,50}c'))",
  "self.numbers.all(i, self.words.all(w, quantity('1Ki').isGreaterThan(quantity(string(i)))))",
  "self.numbers.all(i, self.words.isSorted() || true)",
];

const words = Array.from({ length: 300 }, (_, index) => `word-${index}-${"é".repeat(index % 20)}`);

/** The value of `self`. */
export const slowObject = {
  numbers: Array.from({ length: 300 }, (_, index) => index),
  words,
  byWord: Object.fromEntries(words.map((word, index) => [word, index])),
  text: "ab".repeat(6000),
};
