import type { Example, MakeExample } from './example.ts'
import { newCapture, newChallenge } from './things.ts'

type Rest = () => Omit<Example, 'as'>

export function visit(rest: Rest = () => ({})): MakeExample {
  return async ({ world }) => ({ as: world.visitor(), ...rest() })
}
export function somebody(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: await place.somebody(), ...rest() })
}
export function admin(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, ...rest() })
}
export function ownTeam(rest: Rest = () => ({})): MakeExample {
  return async (place) => {
    const as = await place.somebody()
    return { as, params: { id: await place.newTeam(as) }, ...rest() }
  }
}
export function aboutSomebody(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, params: { id: (await place.somebody()).id }, ...rest() })
}

export function someGame(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.admin, params: { id: (await place.newGame()).game }, ...rest() })
}

export function watched(rest: Rest = () => ({})): MakeExample {
  return async (place) => ({ as: place.monitor, params: { id: (await place.newGame()).game }, ...rest() })
}

export function captured(): MakeExample {
  return async (place) => {
    const { challenge, participation, filename } = await newCapture(place)
    return { as: place.monitor, params: { cid: challenge, pid: participation, filename } }
  }
}

export function someChallenge(rest: Rest = () => ({})): MakeExample {
  return async (place) => {
    const { game, challenge } = await newChallenge(place)
    return { as: place.admin, params: { id: game, cid: challenge }, ...rest() }
  }
}
