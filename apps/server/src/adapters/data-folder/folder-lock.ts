import { randomBytes } from 'node:crypto'
import { mkdir, utimes } from 'node:fs/promises'
import type { Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  announce,
  announced,
  HEARTBEAT_MS,
  isLocal,
  parseClaim,
  type Claim,
  readClaim,
  claimName,
  socketName,
  stillBeats,
  sweep,
  thisKernel,
  withdraw,
} from './lock-claim.ts'
import { answerOn, ask, openSocketFolder, type SocketFolder } from './lock-socket.ts'
import { errorCode, InUse, StartFault, type StartLog } from '../../kit/start-fault.ts'

const UNDECIDED_MS = 10_000

export type FolderLock = {
  announce(address: string): void
  release(): Promise<void>
}

// A listening Unix socket in the folder holds the lock. The kernel closes it when its process dies, so the
// lock is free immediately and a reused pid means nothing. Containers that share the folder see each other's
// sockets. Names are never reused, so removing a dead socket can't hit a live one. To win, a process
// announces itself, then looks: it withdraws from a holder and from a rival with a lower name. Of two rivals
// at least the later one sees the other, and the lower waits until the higher has decided, so exactly one is
// left. On a network disk, a socket of another machine looks dead. Only there holders touch their claim every
// few seconds, and a newcomer watches it first.
export async function takeLock(folder: string, what: string, log: StartLog): Promise<FolderLock> {
  const lockFolder = join(folder, 'lock')
  await mkdir(lockFolder, { recursive: true, mode: 0o700 })
  const id = randomBytes(8).toString('hex')
  const sockets = await openSocketFolder(lockFolder, socketName(id).length)
  const self: Claim = {
    id,
    state: 'contending',
    pid: process.pid,
    host: hostname(),
    boot: await thisKernel(),
    startedAt: new Date().toISOString(),
    address: null,
  }
  const local = await isLocal(lockFolder)
  let server: Server | null = null
  let heart: NodeJS.Timeout | undefined
  const leave = async (): Promise<void> => {
    clearInterval(heart)
    await withdraw(lockFolder, id)
    await closed(server)
    await sockets.close()
  }
  try {
    server = await listen(sockets.pathOf(socketName(id)), self, folder)
    await announce(lockFolder, self)
    // Even before the lock is won: two machines must not take each other for dead.
    if (!local) heart = setInterval(() => void beat(lockFolder, id, folder, log), HEARTBEAT_MS).unref()
    const refuse = (by: Claim | null): StartFault => refusal(folder, what, by)
    const contest = { lockFolder, sockets, self, local, refuse }
    for (const rival of await announced(lockFolder)) if (rival !== id) await settle(contest, rival)
    self.state = 'holding'
    await sweep(lockFolder, Date.now() - 60_000)
  } catch (error) {
    await leave()
    throw error
  }
  let left: Promise<void> | null = null
  return {
    announce: (address) => {
      self.address = address
    },
    release: () => (left ??= leave()),
  }
}

/** Of the process that has locked the folder. Null: nobody has, or nobody here can tell. */
export async function isHeld(folder: string): Promise<boolean | null> {
  const lockFolder = join(folder, 'lock')
  const ids = await announced(lockFolder).catch(() => [])
  if (ids.length === 0) return null
  const sockets = await openSocketFolder(lockFolder, socketName(ids[0] ?? '').length)
  try {
    const replies = await Promise.all(ids.map((id) => ask(sockets.pathOf(socketName(id)))))
    if (replies.some(({ kind }) => kind !== 'dead')) return true
    // The sockets of other machines look dead.
    return (await isLocal(lockFolder)) ? false : null
  } finally {
    await sockets.close()
  }
}

type Contest = {
  lockFolder: string
  sockets: SocketFolder
  self: Claim
  local: boolean
  refuse(by: Claim | null): StartFault
}

async function settle({ lockFolder, sockets, self, local, refuse }: Contest, rival: string): Promise<void> {
  const until = performance.now() + UNDECIDED_MS
  for (;;) {
    const reply = await ask(sockets.pathOf(socketName(rival)))
    if (reply.kind === 'dead') {
      const claim = await readClaim(lockFolder, rival)
      const elsewhere = !local && claim?.boot !== self.boot
      if (elsewhere && (await stillBeats(lockFolder, rival))) throw refuse(claim)
      await withdraw(lockFolder, rival)
      return
    }
    if (reply.kind === 'silent') throw refuse(await readClaim(lockFolder, rival))
    const claim = reply.kind === 'answer' ? parseClaim(reply.text) : null
    if (claim?.state === 'holding' || (claim !== null && rival < self.id)) throw refuse(claim)
    if (performance.now() > until) throw refuse(claim)
    await sleep(20)
  }
}

async function listen(path: string, self: Claim, folder: string): Promise<Server> {
  try {
    return await answerOn(path, () => JSON.stringify(self))
  } catch (error) {
    if (errorCode(error) === 'ENOSPC' || errorCode(error) === 'EROFS') throw error
    throw new StartFault(
      `The file system of "${folder}" can't hold the socket that locks it (${errorCode(error)}). Set PENNANT_DATA_DIR to a folder on a local disk.`,
      { cause: error },
    )
  }
}

async function closed(server: Server | null): Promise<void> {
  if (server === null) return
  await new Promise((resolve) => server.close(resolve))
}

async function beat(lockFolder: string, id: string, folder: string, log: StartLog): Promise<void> {
  const now = new Date()
  try {
    await utimes(join(lockFolder, claimName(id)), now, now)
  } catch (error) {
    log(
      'error',
      `Couldn't renew the lock on "${folder}" (${errorCode(error)}): another server may take over the folder.`,
    )
  }
}

function refusal(folder: string, what: string, by: Claim | null): StartFault {
  const who =
    by === null
      ? ''
      : ` (process ${by.pid} on host ${by.host}, started at ${by.startedAt}${by.address === null ? '' : `, listening on ${by.address}`})`
  return new InUse(
    `The ${what} "${folder}" is in use by another Pennant server${who}. Stop that one first, or set PENNANT_DATA_DIR to another folder.`,
  )
}
