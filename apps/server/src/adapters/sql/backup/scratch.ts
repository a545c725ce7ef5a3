import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataFolder } from '../../data-folder/data-folder.ts'
import type { DatabaseAddress } from '../connect.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { clusterOf, placeOf } from '../embedded/home.ts'
import { clearLeftovers } from '../embedded/leftover.ts'
import { openClient, quoted } from './client.ts'

export type Scratch = { address: DatabaseAddress; close(): Promise<void> }

const scratchFolder = 'scratch-'

/** An empty database of a server of its own, that nobody else sees. */
export const startScratch = async (parent: string, signal: AbortSignal): Promise<Scratch> => {
  const path = await mkdtemp(join(parent, scratchFolder))
  // Started by root, the database runs under an account that has to get to its folder in here.
  await chmod(path, 0o711)
  const opened: (() => Promise<void>)[] = [() => rm(path, { recursive: true, force: true, maxRetries: 5 })]
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last()
  }
  try {
    const folder = await openDataFolder(path)
    opened.push(folder.release)
    const log = (): void => undefined
    const database = await startEmbedded({
      dataFolder: folder.path,
      log,
      signal,
      durability: 'none',
      systemFolder: path,
    })
    opened.push(database.stop)
    return { address: database.connection, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Ends the servers of a process that was killed. */
export const endScratches = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(scratchFolder)) continue
    await clearLeftovers(clusterOf(await placeOf(join(parent, name))), () => undefined)
  }
}

/** An empty database beside the one that the address names. */
export const createScratch = async (server: DatabaseAddress, signal: AbortSignal): Promise<Scratch> => {
  const name = `pennant_scratch_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string, until?: AbortSignal): Promise<void> => {
    const { client, end } = await openClient(server, until)
    try {
      await client.query(statement)
    } finally {
      await end()
    }
  }
  await administer(`create database ${quoted(name)} template template0 encoding 'UTF8'`, signal)
  return {
    address: databaseOn(server, name),
    close: () => administer(`drop database if exists ${quoted(name)} with (force)`),
  }
}

export const databaseOn = (server: DatabaseAddress, database: string): DatabaseAddress => {
  if (!('url' in server)) return { ...server, database }
  const url = new URL(server.url.replace('@/', '@localhost/'))
  url.pathname = `/${database}`
  return { url: url.href }
}
