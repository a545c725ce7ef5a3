const formats: readonly (readonly [extension: string, begins: RegExp])[] = [
  ['webp', /^RIFF....WEBP/s],
  ['gif', /^GIF8/],
  ['png', /^\x89PNG/],
  ['jpg', /^\xff\xd8\xff/],
]

/** Packages don't name a poster, but its name decides its media type. */
export const posterName = (head: Buffer): string => {
  const begin = head.toString('latin1')
  const found = formats.find(([, begins]) => begins.test(begin))
  return found === undefined ? 'poster' : `poster.${found[0]}`
}
