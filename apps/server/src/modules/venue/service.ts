import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Refused, Venue, VenueEdit } from '@pennant/contract/venue'
import type { Core } from '../../core/core.ts'
import type { Editor } from '../../core/identity/caller.ts'
import type { Values } from '../../core/setting/store.ts'
import type { KeptVenue } from '../../core/venue/venues.ts'
import { readNetwork } from '../../kit/network.ts'

export type VenueParts = 'audit' | 'clock' | 'journal' | 'refusals' | 'settings' | 'settingStore' | 'venues'

export const createVenueService = ({
  audit,
  clock,
  journal,
  refusals,
  settings,
  settingStore,
  venues,
}: Pick<Core, VenueParts>) => {
  const edit = async (
    action: 'venue.set' | 'venue.remove',
    { network, caller }: { network: string; caller: Editor },
    change: (kept: readonly KeptVenue[]) => readonly KeptVenue[],
  ): Promise<void> => {
    const stateIn = (values: Values): { people: number } | null => {
      const found = keptIn(values.get('Venues')).find((venue) => venue.network === network)
      return found === undefined ? null : { people: found.people }
    }
    await settingStore.edit(
      'Venues',
      new Date(clock.now()),
      (stored) => change(keptIn(stored)),
      (tx, before, after) =>
        audit.record(tx, caller, action, { id: network, before: stateIn(before), after: stateIn(after) }),
    )
    await settings.changed()
  }

  const expectChangeable = (network: string): void => {
    if (venues.isConfigured(network)) throw new Problem('venue.fixed', { field: 'network' })
  }

  return {
    async list(): Promise<{ venues: Venue[]; refused: Refused[] }> {
      await settings.fresh()
      const refused = await refusals.recent()
      return {
        venues: venues.list().map(({ network, people, fixed }) => ({ network, people, fixed })),
        refused: refused.map(({ network, times, last }) => ({
          network: network.includes('/') ? network : `${network}/32`,
          times,
          last,
          venue: venues.times(network.split('/')[0] ?? null) > 1,
        })),
      }
    },

    async set({ network: entered, people }: VenueEdit, caller: Editor): Promise<void> {
      const network = entered.trim().toLowerCase()
      if (readNetwork(network) === null) throw new Problem('venue.network', { field: 'network' })
      expectChangeable(network)
      await edit('venue.set', { network, caller }, (kept) => {
        const others = kept.filter((venue) => venue.network !== network)
        if (others.length >= limits.venues) throw new Problem('venue.tooMany', { limit: limits.venues })
        return [...others, { network, people }]
      })
      journal.done(caller, `Venue ${network} set to ${people} people`)
    },

    async remove(entered: string, caller: Editor): Promise<void> {
      const network = entered.trim().toLowerCase()
      expectChangeable(network)
      await edit('venue.remove', { network, caller }, (kept) => {
        const others = kept.filter((venue) => venue.network !== network)
        if (others.length === kept.length) throw new Problem('venue.notFound')
        return others
      })
      journal.done(caller, `Venue ${network} removed`)
    },
  }
}

// Written here.
const keptIn = (stored: unknown): readonly KeptVenue[] => (stored ?? []) as readonly KeptVenue[]
