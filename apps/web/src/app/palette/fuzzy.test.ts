import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { match, search } from './fuzzy.ts'

const found = (wanted: string, entries: string[]): string[] => search(wanted, entries, (entry) => entry)

describe('a search among commands', () => {
  it('finds letters in their order, not in another', () => {
    expect(found('scbd', ['Scoreboard', 'Games'])).toEqual(['Scoreboard'])
    expect(found('dbcs', ['Scoreboard'])).toEqual([])
  })

  it('prefers beginnings of words and letters in a row', () => {
    expect(found('log', ['Catalogue of olden games', 'Log out'])[0]).toBe('Log out')
    expect(found('ct', ['Crypto test', 'Contact'])[0]).toBe('Crypto test')
    expect(found('game', ['Go and meet', 'Games'])[0]).toBe('Games')
  })

  it('prefers what says little else', () => {
    expect(found('posts', ['Posts of all the years there were', 'Posts'])[0]).toBe('Posts')
  })

  it('does not ask for accents, case or spaces', () => {
    expect(found('equipes', ['Équipes'])).toEqual(['Équipes'])
    expect(found('ÜBER den', ['über den Wettbewerb'])).toEqual(['über den Wettbewerb'])
    expect(found('排行', ['排行榜'])).toEqual(['排行榜'])
  })

  it('shows everything in its order when nothing is searched for', () => {
    expect(found('  ', ['b', 'a', 'c'])).toEqual(['b', 'a', 'c'])
  })

  it('finds every text by its own letters, left out as one likes', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' }),
        fc.infiniteStream(fc.boolean()),
        (text, keep) => {
          const some = [...text].filter(() => keep.next().value === true).join('')
          expect(match(some, text)).not.toBeNull()
        },
      ),
    )
  })
})
