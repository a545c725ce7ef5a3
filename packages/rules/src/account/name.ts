/** Why a name can't be given. */
export type NameFault = 'invisible' | 'marks'

/** An emoji may need a joiner or a variation selector; nothing else does that can be told from another name. */
const emoji = new RegExp(String.raw`\p{RGI_Emoji}`, 'gv')
/** Flags of regions are written with tags, which can also carry a whole hidden text. */
const tags = /[\u{e0000}-\u{e007f}]/u
/** Controls, also of direction, what fonts don't show, and what no font knows. */
const unseen = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Cs}\u2800]/u
/** Spaces that are too thin to see, or look like the ordinary one. */
const oddSpace = /(?![ \u3000])\p{Zs}/u
/** Section 5.4 of UTS 39: nothing readable piles up five marks, or the same one twice. */
const piled = /^\p{M}|[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\1/u

/** The first reason for which a new name of a user or a team is refused, whoever else has which name. */
export const nameFault = (name: string): NameFault | null => {
  const bare = name.replace(emoji, '')
  if (tags.test(name) || unseen.test(bare) || oddSpace.test(bare)) return 'invisible'
  return piled.test(bare.normalize('NFD')) ? 'marks' : null
}

/** Whether everybody can tell its characters apart who knows the English alphabet. */
export const isAscii = (name: string): boolean => /^[\x20-\x7e]*$/.test(name)

/** Whether two names are the same, not only alike. */
export const isSameName = (one: string, other: string): boolean => literal(one) === literal(other)

const literal = (name: string): string => name.normalize('NFC').toLowerCase()
