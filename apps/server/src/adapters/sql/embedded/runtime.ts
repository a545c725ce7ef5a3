import { chmod, chown, lchown, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault, type StartLog } from '../../../kit/start-fault.ts'
import { type Account, isRoot, readAccount } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { clusterOf, findHome, type Home, allowTraversal, makeHomeElsewhere } from './home.ts'
import { runProgram } from './program.ts'

/** `account` null: that of this process. */
export type Runtime = { home: Home; account: Account | null; binaries: Binaries; socket: string }

export async function prepareRuntime(
  dataFolder: string,
  native: string,
  systemFolder: string,
  log: StartLog,
): Promise<Runtime> {
  let home = await findHome(dataFolder, log)
  try {
    const account = await accountFor(dataFolder, home)
    const binaries = await prepareBinaries(native, account, home.path, systemFolder)
    if (account !== null && !(await isWithinReach(home, dataFolder, account, binaries))) {
      if (!home.inDataFolder || (await clusterOwner(home)) !== null) throw outOfReach(home, account)
      home = await makeHomeElsewhere(dataFolder, systemFolder, account, log)
      if (!(await isWithinReach(home, dataFolder, account, binaries))) throw outOfReach(home, account)
    }
    const socket = join(home.path, 'socket')
    await makePrivateFolder(socket, account)
    await adoptCluster(home, account)
    return { home, account, binaries, socket }
  } catch (error) {
    await home.release()
    throw error
  }
}

async function accountFor(dataFolder: string, home: Home): Promise<Account | null> {
  const owner = await clusterOwner(home)
  if (isRoot()) {
    // A number without a name is enough to run an existing cluster, as after a change of the container image.
    if (owner !== null && owner.uid !== 0) return { name: String(owner.uid), ...owner }
    return readAccount([(await stat(dataFolder)).uid])
  }
  if (owner !== null && owner.uid !== process.geteuid?.()) {
    throw new StartFault(
      `The database in "${clusterOf(home)}" belongs to the account with the ID ${owner.uid}: start the server under that account or as root.`,
    )
  }
  return null
}

async function clusterOwner(home: Home): Promise<{ uid: number; gid: number } | null> {
  const info = await stat(clusterOf(home)).catch(() => null)
  return info === null ? null : { uid: info.uid, gid: info.gid }
}

// Tries as the account: modes ignore access lists, security modules and network disks.
async function isWithinReach(
  home: Home,
  dataFolder: string,
  account: Account,
  binaries: Binaries,
): Promise<boolean> {
  try {
    if (home.inDataFolder) await allowTraversal(dataFolder, account)
    await allowTraversal(home.path, account)
    await makePrivateFolder(join(home.path, 'socket'), account)
  } catch {
    return false
  }
  const context = { account, environment: binaries.environment }
  const { stderr } = await runProgram(binaries.postgres, ['-C', 'data_directory', '-D', home.path], context)
  return !stderr.includes('Permission denied')
}

function outOfReach(home: Home, account: Account): StartFault {
  return new StartFault(
    `The account "${account.name}" of the embedded database can't enter "${home.path}": let it pass through every folder above (chmod a+x), or move the data folder.`,
  )
}

async function makePrivateFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (account === null) return
  await chown(path, account.uid, account.gid)
  // Some file systems accept this and do nothing.
  if ((await stat(path)).uid !== account.uid) throw new Error("the owner of a folder can't be changed here")
}

// PostgreSQL refuses a cluster from a backup without the right owner and mode.
async function adoptCluster(home: Home, account: Account | null): Promise<void> {
  const cluster = clusterOf(home)
  const owner = await clusterOwner(home)
  if (owner === null) return
  await chmod(cluster, 0o700)
  if (account === null || owner.uid === account.uid) return
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  // Last: while the folder itself is root's, an interrupted start is resumed.
  await chown(cluster, account.uid, account.gid)
}
