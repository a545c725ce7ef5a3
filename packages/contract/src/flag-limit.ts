/** In characters. Apart from the other limits: an open challenge needs no more of them. */
export const mostFlagCharacters = 127
