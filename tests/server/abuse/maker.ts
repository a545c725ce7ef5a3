import type { Example, MakeExample } from './example.ts'
import { newCapture, newChallenge } from './resources.ts'

type Rest = () => Omit<Example, 'as'>

export function visit(rest: Rest = () => ({})): MakeExample {
  return async ({ world }) => ({ as: world.visitor(), ...rest() })
}
export function user(rest: Rest = () => ({})): MakeExample {
  return async (setup) => ({ as: await setup.newUser(), ...rest() })
}
export function admin(rest: Rest = () => ({})): MakeExample {
  return async (setup) => ({ as: setup.admin, ...rest() })
}
export function ownTeam(rest: Rest = () => ({})): MakeExample {
  return async (setup) => {
    const as = await setup.newUser()
    return { as, params: { id: await setup.newTeam(as) }, ...rest() }
  }
}
export function aboutUser(rest: Rest = () => ({})): MakeExample {
  return async (setup) => ({ as: setup.admin, params: { id: (await setup.newUser()).id }, ...rest() })
}

export function someGame(rest: Rest = () => ({})): MakeExample {
  return async (setup) => ({ as: setup.admin, params: { id: (await setup.newGame()).game }, ...rest() })
}

export function watched(rest: Rest = () => ({})): MakeExample {
  return async (setup) => ({ as: setup.monitor, params: { id: (await setup.newGame()).game }, ...rest() })
}

export function captured(): MakeExample {
  return async (setup) => {
    const { challenge, participation, filename } = await newCapture(setup)
    return { as: setup.monitor, params: { cid: challenge, pid: participation, filename } }
  }
}

export function someChallenge(rest: Rest = () => ({})): MakeExample {
  return async (setup) => {
    const { game, challenge } = await newChallenge(setup)
    return { as: setup.admin, params: { id: game, cid: challenge }, ...rest() }
  }
}
