/** Of 32-bit numbers, of larger ones the lower 32 bits. In the manner of FNV-1a, by numbers instead of bytes. */
export const createSum = () => {
  let hash = 0x811c9dc5
  return {
    add(value: number): void {
      hash = Math.imul(hash ^ value, 0x01000193)
      hash ^= hash >>> 15
    },
    text: (): string => (hash >>> 0).toString(16).padStart(8, '0'),
  }
}
