/** 16 bytes; IPv4 is `::ffff:a.b.c.d`, and an invalid address is `::`. */
export const addressBytes = (text: string): Uint8Array => {
  const [plain = ''] = text.split('%')
  const four = ipv4(plain)
  const bytes = four === null ? ipv6(plain) : [...zeros(10), 0xff, 0xff, ...four]
  return Uint8Array.from(bytes?.length === 16 ? bytes : zeros(16))
}

const zeros = (count: number): number[] => Array.from({ length: Math.max(0, count) }, () => 0)

const ipv4 = (text: string): number[] | null => {
  const parts = text.split('.')
  const fits = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
  return fits ? parts.map(Number) : null
}

const ipv6 = (text: string): number[] | null => {
  const [head, tail, ...more] = text.split('::').map(bytesOfGroups)
  if (head === undefined || head === null || tail === null || more.length > 0) return null
  return tail === undefined ? head : [...head, ...zeros(16 - head.length - tail.length), ...tail]
}

const bytesOfGroups = (text: string): number[] | null => {
  if (text === '') return []
  const groups = text.split(':').map((group) => {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return ipv4(group)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
  return groups.some((group) => group === null) ? null : groups.flatMap((group) => group ?? [])
}
