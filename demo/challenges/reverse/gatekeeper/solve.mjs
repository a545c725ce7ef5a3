// @ts-check
import { readFileSync } from 'node:fs'

const [first = new URL('files/01.py', import.meta.url), ...others] = process.argv.slice(2)
for (const file of [first, ...others]) {
  const script = readFileSync(file, 'utf8')
  /** @param {string} name */
  const number = (name) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(script)?.[1])
  const lock = (/LOCK = \[([\d,\s]+)\]/.exec(script)?.[1] ?? '').split(',').slice(0, -1).map(Number)

  const pull = number('PULL')
  let state = number('REST')
  const letters = lock.map((tumbler, place) => {
    const letter = (((tumbler - state * pull - place) % 251) + 251) % 251
    state = tumbler
    return letter
  })
  console.log(String.fromCharCode(...letters))
}
