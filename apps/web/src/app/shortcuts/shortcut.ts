import type { ShellText } from '../../i18n/area.ts'

export type Action =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'go'; to: string }
  | { kind: 'part'; part: 'challenges' | 'scoreboard' }

export type Shortcut = {
  /** Pressed one after the other; keys joined by `+` together. */
  keys: readonly [first: string, second?: string]
  text: ShellText
  action?: Action
}

export const shortcuts = {
  everywhere: [
    { keys: ['Ctrl+K'], text: 'keys.palette', action: { kind: 'palette' } },
    { keys: ['?'], text: 'keys.help', action: { kind: 'help' } },
    { keys: ['/'], text: 'keys.search' },
    { keys: ['Esc'], text: 'keys.close' },
  ],
  goTo: [
    { keys: ['g', 'h'], text: 'keys.home', action: { kind: 'go', to: '/' } },
    { keys: ['g', 'g'], text: 'keys.games', action: { kind: 'go', to: '/games' } },
    { keys: ['g', 't'], text: 'keys.teams', action: { kind: 'go', to: '/teams' } },
    { keys: ['g', 'p'], text: 'keys.posts', action: { kind: 'go', to: '/posts' } },
  ],
  inGame: [
    { keys: ['g', 'c'], text: 'keys.challenges', action: { kind: 'part', part: 'challenges' } },
    { keys: ['g', 's'], text: 'keys.scoreboard', action: { kind: 'part', part: 'scoreboard' } },
    { keys: ['j'], text: 'keys.next' },
    { keys: ['k'], text: 'keys.previous' },
    { keys: ['f'], text: 'keys.flag' },
    { keys: ['h'], text: 'keys.hint' },
    { keys: ['s'], text: 'keys.solvers' },
    { keys: ['m'], text: 'keys.ownTeam' },
  ],
  inReview: [
    { keys: ['x'], text: 'keys.choose' },
    { keys: ['a'], text: 'keys.accept' },
    { keys: ['r'], text: 'keys.reject' },
    { keys: ['s'], text: 'keys.suspend' },
  ],
} as const satisfies Record<string, readonly Shortcut[]>

export type ShortcutGroup = keyof typeof shortcuts
export const shortcutGroups = [
  'everywhere',
  'goTo',
  'inGame',
  'inReview',
] as const satisfies readonly ShortcutGroup[]

const all: readonly Shortcut[] = shortcutGroups.flatMap((group): readonly Shortcut[] => shortcuts[group])

export type KeyPress = { key: string; at: number; ctrl: boolean; alt: boolean; typing: boolean }

export type KeyResult = {
  action: Action | null
  pending: { key: string; at: number } | null
}

/** Between the two keys of a sequence. */
const patienceMs = 1_500

/** In a field, keys are letters. */
export const handleKey = (
  pending: KeyResult['pending'],
  { key, at, ctrl, alt, typing }: KeyPress,
): KeyResult => {
  const nothing: KeyResult = { action: null, pending: null }
  if (alt) return nothing
  if (ctrl) return key.toLowerCase() === 'k' ? { action: { kind: 'palette' }, pending: null } : nothing
  if (typing) return nothing
  const before = pending !== null && at - pending.at < patienceMs ? [pending.key] : []
  for (const keys of before.length > 0 ? [[...before, key], [key]] : [[key]]) {
    const found = all.find((one) => one.action !== undefined && one.keys.join(' ') === keys.join(' '))
    if (found?.action !== undefined) return { action: found.action, pending: null }
  }
  const begins = all.some((one) => one.keys.length === 2 && one.keys[0] === key)
  return begins ? { action: null, pending: { key, at } } : nothing
}
