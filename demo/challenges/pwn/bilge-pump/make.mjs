// @ts-check
import { readFileSync } from 'node:fs'

/** @type {Record<string, number>} */
const codes = {
  stop: 0x00,
  call: 0x10,
  return: 0x11,
  jump: 0x12,
  ifEqual: 0x13,
  ifDifferent: 0x14,
  takeA: 0x15,
  takeB: 0x16,
  moveStack: 0x17,
  read: 0x20,
  print: 0x21,
  compare: 0x30,
  xor: 0x31,
  addB: 0x32,
  setX: 0x40,
  load: 0x41,
  store: 0x42,
  nextX: 0x43,
  stackToX: 0x44,
}

const source = `
        setX prompt
        call show
        call ask
        setX thanks
        call show
        stop
show:   load
        compare 0
        ifEqual shown
        print
        nextX
        jump show
shown:  return
ask:    moveStack 244
        stackToX
letter: read
        compare 10
        ifEqual asked
        store
        nextX
        jump letter
asked:  moveStack 12
        return
sluice: takeA
        compare 83
        ifDifferent shut
        takeB
        setX sealed
turn:   load
        compare 0
        ifEqual shut
        xor
        print
        addB 29
        nextX
        jump turn
shut:   stop
`

/** The required second byte. */
const key = 0x6b

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const machine = readFileSync(new URL('machine.txt', import.meta.url), 'utf8')
  const program = assemble({
    prompt: Buffer.from('Name of the hand at the pump? \0'),
    thanks: Buffer.from('Thank you. Pumping.\n\0'),
    sealed: Buffer.from([...seal('flag{return_to_the_sluice_gate}\n'), 0]),
  })
  const lines = program.toString('hex').replaceAll(/.{64}(?=.)/g, "$&' +\n  '")
  return {
    'files/bilge-pump.mjs': `import { readFileSync, writeSync } from 'node:fs'

const program =
  '${lines}'

${machine}`,
  }
}

/** @param {string} text */
function seal(text) {
  const sealed = [...Buffer.from(text)].map((byte, index) => byte ^ ((key + 29 * index) & 255))
  if (sealed.includes(0)) throw new Error('A sealed byte is zero and would end the text: choose another key')
  return sealed
}

/** @param {Record<string, Buffer>} data what stands behind the code, by label */
function assemble(data) {
  const lines = source
    .trim()
    .split('\n')
    .map((line) => /^(?:(\w+):)?\s+(\w+)(?: (\w+))?$/.exec(` ${line}`.replace(/^ (?=\w+:)/, '')))
  /** @type {Record<string, number>} */
  const places = {}
  /** @type {(string | number)[]} */
  const bytes = []
  for (const line of lines) {
    if (line === null) throw new Error('A line of the program is not understood')
    const [, label, name, operand] = line
    if (label !== undefined) places[label] = bytes.length
    bytes.push(codes[name], ...(operand === undefined ? [] : [operand]))
  }
  for (const [label, content] of Object.entries(data)) {
    places[label] = bytes.length
    bytes.push(...content)
  }
  return Buffer.from(bytes.map((one) => (typeof one === 'number' ? one : (places[one] ?? Number(one)))))
}
