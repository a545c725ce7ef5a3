import * as wire from '@pennant/contract/writeup'
import { bind, type Bound } from '../../http/bind.ts'
import type { Writeups } from './service.ts'

export const writeupRoutes = (writeups: Writeups): Bound[] => [
  bind(wire.listWriteups, ({ params }) => writeups.list(params.id)),
  bind(wire.downloadWriteups, ({ params }) => writeups.archive(params.id)),
]
