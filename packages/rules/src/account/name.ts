export type NameFault = 'invisible' | 'marks'

/** Emoji may need a joiner or a variation selector. Elsewhere these make invisible differences. */
const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv')
/** Flags of regions use tags, which can also carry hidden text. */
const tags = /[\u{e0000}-\u{e007f}]/u
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Cs}\u2800]/u
const oddSpace = /(?![ \u3000])\p{Zs}/u
/** Section 5.4 of UTS 39: no readable text piles up five marks, or repeats one. */
const piled = /^\p{M}|[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\1/u

export const nameFault = (name: string): NameFault | null => {
  const bare = name.replace(emoji, '')
  if (tags.test(name) || unseen.test(bare) || oddSpace.test(bare)) return 'invisible'
  return piled.test(bare.normalize('NFD')) ? 'marks' : null
}

export const isAscii = (name: string): boolean => /^[\x20-\x7e]*$/.test(name)

/** Stricter than `identityKey`: names that are merely alike differ. */
export const isSameName = (one: string, other: string): boolean => literal(one) === literal(other)

const literal = (name: string): string => name.normalize('NFC').toLowerCase()
