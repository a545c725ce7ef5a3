// @ts-check

const flag = 'flag{one_loop_one_rotation}'
const [start, factor, turn, table] = [0x5eed, 0x01000193, 7, 1024]

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  return {
    'files/ticket.wasm': Buffer.from([
      ...magic,
      ...section(1, [1, 0x60, 1, 0x7f, 1, 0x7f]), // one type: (i32) -> i32
      ...section(3, [1, 0]), // one function of it
      ...section(5, [1, 0, 1]), // one page of memory
      ...section(7, [2, ...name('memory'), 2, 0, ...name('check'), 0, 0]),
      ...section(10, [1, ...sized([1, 2, 0x7f, ...code()])]), // two locals more: place and wheel
      ...section(11, [1, 0, 0x41, ...signed(table), 0x0b, ...sized(positions())]),
    ]),
  }
}

/** The wheel's position after each letter. */
function positions() {
  const out = Buffer.alloc(flag.length * 4)
  let wheel = start
  for (const [place, letter] of [...Buffer.from(flag)].entries()) {
    const product = Math.imul(wheel ^ letter, factor)
    wheel = (((product << turn) | (product >>> (32 - turn))) + place) | 0
    out.writeInt32LE(wheel, place * 4)
  }
  return [...out]
}

/** `check(length)`: local 0 is the length, 1 the place, 2 the wheel. */
function code() {
  const [get, set, constant, tee] = [0x20, 0x21, 0x41, 0x22]
  const no = [constant, 0, 0x0f]
  return [
    ...[get, 0, constant, ...signed(flag.length), 0x47, 0x04, 0x40, ...no, 0x0b], // a wrong length: no
    ...[constant, ...signed(start), set, 2],
    ...[0x03, 0x40], // loop
    ...[get, 2, get, 1, 0x2d, 0, 0, 0x73], // wheel xor letter
    ...[constant, ...signed(factor), 0x6c, constant, turn, 0x77], // times the factor, turned
    ...[get, 1, 0x6a, tee, 2], // plus the place
    ...[get, 1, constant, 2, 0x74, 0x28, 2, ...unsigned(table)], // the position in the table
    ...[0x47, 0x04, 0x40, ...no, 0x0b], // another: no
    ...[get, 1, constant, 1, 0x6a, tee, 1],
    ...[get, 0, 0x49, 0x0d, 0, 0x0b], // again while there are letters
    ...[constant, 1, 0x0b],
  ]
}

/** @param {number} id @param {number[]} content */
function section(id, content) {
  return [id, ...sized(content)]
}

/** @param {string} text */
function name(text) {
  return sized([...Buffer.from(text)])
}

/** @param {number[]} content */
function sized(content) {
  return [...unsigned(content.length), ...content]
}

/** @param {number} value @returns {number[]} */
function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

/** @param {number} value @returns {number[]} */
function signed(value) {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}
