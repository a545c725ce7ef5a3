import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

type Owner = { id: string; stamp: string }

const accountLength = 6
const randomLength = 12
const macLength = 16

// A mark grants no access and holds while the account's stamp does. All marks of one account begin alike.
export const createBrowserMarks = (key: Buffer) => {
  const mac = (purpose: string, ...parts: (string | Buffer)[]): Buffer => {
    const hash = createHmac('sha256', key).update(`browser ${purpose} `)
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  const headOf = ({ id }: Owner, random: Buffer): Buffer =>
    Buffer.concat([mac('account', id).subarray(0, accountLength), random])
  const proofOf = ({ id, stamp }: Owner, head: Buffer): Buffer =>
    mac('proof', `${id} ${stamp} `, head).subarray(0, macLength)

  const proves = (mark: string, owner: Owner): boolean => {
    const bytes = Buffer.from(mark, 'base64url')
    if (bytes.length !== accountLength + randomLength + macLength) return false
    const head = bytes.subarray(0, -macLength)
    return timingSafeEqual(bytes.subarray(-macLength), proofOf(owner, head))
  }

  return {
    issue(owner: Owner): string {
      const head = headOf(owner, randomBytes(randomLength))
      return Buffer.concat([head, proofOf(owner, head)]).toString('base64url')
    },

    find: (marks: readonly string[], owner: Owner): string | null =>
      marks.find((mark) => proves(mark, owner)) ?? null,
  }
}
