import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, folderFault, StartFault } from '../../../kit/start-fault.ts'
import { clusterOf, placeOf } from './home.ts'
import { openDataFolder } from '../../data-folder/data-folder.ts'
import { readPassword, setAside } from './cluster.ts'
import { type Connection, connectionAt } from './embedded.ts'
import { readPostmasterFile } from './postmaster-file.ts'

export async function hasEmbedded(dataFolder: string): Promise<boolean> {
  const cluster = clusterOf(await placeOf(dataFolder))
  const info = await stat(cluster).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw folderFault(error, cluster)
    return null
  })
  return info !== null
}

/** Throws unless a server has run on the data folder before: nobody wants an empty database by a command. */
export async function expectEmbedded(dataFolder: string): Promise<void> {
  if (!(await hasEmbedded(dataFolder)))
    throw new StartFault(
      `There is no database in the data folder "${dataFolder}". Set PENNANT_DATA_DIR to the folder of your installation, or start the server once.`,
    )
}

/** Of a data folder whose database is too old for the built-in PostgreSQL. Returns where it is now. */
export async function setAsideEmbedded(dataFolder: string): Promise<string> {
  const folder = await openDataFolder(dataFolder)
  try {
    return await setAside(await placeOf(folder.path))
  } finally {
    await folder.release()
  }
}

export async function attachEmbedded(dataFolder: string): Promise<Connection> {
  const place = await placeOf(dataFolder)
  const running = await readPostmasterFile(clusterOf(place))
  const password = await readPassword(place)
  if (running?.state === 'ready' && password !== null) return connectionAt(dirname(running.socket), password)
  throw new StartFault(
    `The database of the data folder "${dataFolder}" isn't ready: a server is starting or stopping. Try again in a moment.`,
  )
}
