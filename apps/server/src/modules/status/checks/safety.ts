import { type Check, found } from './check.ts'

/** `reach` tells whether the address answers as the health port does. */
export const healthPortCheck = (address: string | null, reach: (url: string) => Promise<boolean>): Check => ({
  id: 'safety.health',
  run: async () =>
    address !== null && (await reach(`http://${address}/livez`))
      ? [found('red', 'safety.health', address)]
      : [],
})
