import { limits } from '@pennant/contract/limit'
import { readNetwork } from '../kit/network.ts'
import type { Many, Read } from './value.ts'

export type Venue = { readonly network: string; readonly people: number }

const part = /^\s*([^\s=]+)\s*=\s*(\d{1,9})\s*$/

/** In a file they are objects; as text `192.0.2.0/24=400`, or the same JSON as in the file. */
export function venues(): Many<readonly Venue[]> {
  return {
    name: 'list of venues',
    allowed:
      'a list in which every part is a network and the number of people there, such as { "network": "192.0.2.0/24", "people": 400 } or 192.0.2.0/24=400',
    many: true,
    itemText,
    split,
    read(texts) {
      const found: Venue[] = []
      for (const text of texts) {
        const read = readVenue(text)
        if ('refused' in read) return { ...read, part: text }
        const { network } = read.value
        if (found.some((venue) => venue.network === network))
          return { refused: 'the network is there twice', part: text }
        found.push(read.value)
      }
      return { value: found }
    },
  }
}

function readVenue(text: string): { value: Venue } | Extract<Read<never>, { refused: string }> {
  const [, network = '', digits = ''] = part.exec(text) ?? []
  if (network === '') return { refused: '' }
  if (readNetwork(network) === null)
    return { refused: `${network} is no network such as 192.0.2.0/24 or 2001:db8::/48` }
  const people = Number(digits)
  if (people < 1 || people > limits.venuePeople)
    return { refused: `the number of people is not from 1 to ${limits.venuePeople}` }
  return { value: { network: network.toLowerCase(), people } }
}

function itemText(item: unknown): string | null {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null) return null
  const { network, people, ...others } = item as Record<string, unknown>
  const isVenue =
    typeof network === 'string' && ['number', 'string'].includes(typeof people) && isEmpty(others)
  return isVenue ? `${network}=${String(people)}` : null
}

function split(text: string): readonly string[] {
  if (!text.trim().startsWith('[')) return text.split(',')
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items.map((item) => itemText(item) ?? JSON.stringify(item)) : [text]
  } catch {
    return [text]
  }
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0
