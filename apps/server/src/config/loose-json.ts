import { parse } from 'jsonc-parser'

/** JSON as people write it in settings: with comments, commas at ends, and a byte order mark. Undefined if it is none. */
export const parseLooseJson = (text: string): unknown => parse(text.replace(/^\uFEFF/, '')) as unknown
