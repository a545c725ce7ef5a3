import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@pennant/contract/problem'
import * as wire from '@pennant/contract/tunnel-program'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { download } from '../../http/reply.ts'
import { assets } from '../../kit/assets.ts'

type Program = { tag: string; bytes: Buffer }

export const tunnelRoutes = (program = join(assets('tunnel'), wire.tunnelFile)): BoundRoute[] => {
  let held: Program | undefined

  const read = async (): Promise<Program> => {
    const bytes = await readFile(program).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new Problem('file.notFound')
      throw error
    })
    return { tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32), bytes }
  }

  return [
    bind(wire.downloadTunnel, async () => {
      held ??= await read()
      const { tag, bytes } = held
      return download({
        type: 'text/javascript; charset=utf-8',
        attachment: wire.tunnelFile,
        tag,
        size: bytes.length,
        open: async (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
      })
    }),
  ]
}
