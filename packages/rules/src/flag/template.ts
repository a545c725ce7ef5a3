import { type Alphabet, extendedAlphabet, plainAlphabet } from './leet.ts'

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; from: string }
  | { kind: 'guid' }
  | { kind: 'teamHash' }

export type FlagSources = {
  /** A uniform integer from 0 up to, but not including, `count`. */
  pick: (count: number) => number
  /** In lower case with hyphens. */
  guid: () => string
  teamHash: string
}

const placeholder = /\[GUID\]|\[TEAM_HASH\]/

export const isBlankTemplate = (template: string): boolean => template.trim() === ''

export const hasPlaceholder = (template: string): boolean => placeholder.test(template)

const markers = [
  { marker: '[LEET]', alphabet: plainAlphabet },
  { marker: '[CLEET]', alphabet: extendedAlphabet },
]

/** A marker counts only at the very start. Without one, placeholders are random enough. */
const readMarker = (template: string): { alphabet: Alphabet | null; rest: string } => {
  const found = markers.find(({ marker }) => template.startsWith(marker))
  if (found !== undefined) return { alphabet: found.alphabet, rest: template.slice(found.marker.length) }
  return { alphabet: hasPlaceholder(template) ? null : plainAlphabet, rest: template }
}

export const withoutMarker = (template: string): string => readMarker(template).rest

const converted = (character: string, alphabet: Alphabet): Piece => {
  const from = alphabet.get(character)
  if (from !== undefined) return { kind: 'choice', from }
  return { kind: 'text', text: character === ' ' ? '_' : character }
}

/** Text inside the outermost braces is converted; an unclosed brace runs to the end. */
export const piecesOf = (template: string): Piece[] => {
  const { alphabet, rest } = readMarker(template)
  const pieces: Piece[] = []
  let depth = 0
  for (const token of rest.split(/(\[GUID\]|\[TEAM_HASH\])/)) {
    if (token === '[GUID]') pieces.push({ kind: 'guid' })
    else if (token === '[TEAM_HASH]') pieces.push({ kind: 'teamHash' })
    else
      for (const character of token) {
        if (character === '}' && depth > 0) depth -= 1
        pieces.push(
          depth > 0 && alphabet !== null ? converted(character, alphabet) : { kind: 'text', text: character },
        )
        if (character === '{') depth += 1
      }
  }
  return pieces
}

const written = (piece: Piece, { pick, guid, teamHash }: FlagSources): string => {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'choice':
      return piece.from.charAt(pick(piece.from.length))
    case 'guid':
      return guid()
    case 'teamHash':
      return teamHash
  }
}

export const generateFlag = (template: string | null, sources: FlagSources): string => {
  if (template === null || isBlankTemplate(template)) return `flag{${sources.guid()}}`
  return piecesOf(template)
    .map((piece) => written(piece, sources))
    .join('')
}
