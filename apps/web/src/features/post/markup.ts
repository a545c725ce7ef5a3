export const hasMarkup = (text: string): boolean =>
  /[*_`#[\]<>$~|\\]|^\s*(?:[-+]|\d+[.)])\s|https?:|www\.|\n/m.test(text)
