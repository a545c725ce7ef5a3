import { readFileSync, writeSync } from 'node:fs'

const program =
  '4039100b10154058100b0041300013142143120b1117f44420300a1321424312' +
  '18170c11153053143816406d41300013383121321d43122c004e616d65206f66' +
  '207468652068616e64206174207468652070756d703f20005468616e6b20796f' +
  '752e2050756d70696e672e0a000de4c4a5a48e7c422602e3f5b38b5e6a533d2a' +
  'e1c3b98065461f3a1be3d1ace400'

const memory = Buffer.alloc(256)
Buffer.from(program, 'hex').copy(memory)
const input = readFileSync(0)

let [pc, sp, a, b, x, taken, equal] = [0, 0xf0, 0, 0, 0, 0, false]
const next = () => memory[pc++ & 255]
const push = (value) => (memory[(sp = (sp - 1) & 255)] = value)
const pop = () => {
  const value = memory[sp]
  sp = (sp + 1) & 255
  return value
}

const instructions = {
  0x00: () => process.exit(0),
  0x10: () => {
    const target = next()
    push(pc)
    pc = target
  },
  0x11: () => (pc = pop()),
  0x12: () => (pc = next()),
  0x13: () => {
    const target = next()
    if (equal) pc = target
  },
  0x14: () => {
    const target = next()
    if (!equal) pc = target
  },
  0x15: () => (a = pop()),
  0x16: () => (b = pop()),
  0x17: () => (sp = (sp + next()) & 255),
  0x20: () => (a = taken < input.length ? input[taken++] : 0x0a),
  0x21: () => writeSync(1, Buffer.of(a)),
  0x30: () => (equal = a === next()),
  0x31: () => (a ^= b),
  0x32: () => (b = (b + next()) & 255),
  0x40: () => (x = next()),
  0x41: () => (a = memory[x]),
  0x42: () => (memory[x] = a),
  0x43: () => (x = (x + 1) & 255),
  0x44: () => (x = sp),
}

for (let step = 0; step < 100_000; step++) {
  const code = next()
  if (!instructions[code]) {
    console.error(`\nThe Tern has swallowed something: ${code.toString(16)} at ${(pc - 1).toString(16)}`)
    process.exit(1)
  }
  instructions[code]()
}
