/** Whether a text is more than words: only then its renderer has to be fetched. */
export const hasMarkup = (text: string): boolean =>
  /[*_`#[\]<>$~|\\]|^\s*(?:[-+]|\d+[.)])\s|https?:|www\.|\n/m.test(text)
