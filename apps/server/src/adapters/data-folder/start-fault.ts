export class StartFault extends Error {
  override readonly name = 'StartFault'
}

export type StartLog = (level: 'info' | 'warn' | 'error', message: string) => void

const elsewhere = 'choose another folder with dataDir (PENNANT_DATADIR)'

export function folderFault(error: unknown, path: string): StartFault {
  if (error instanceof StartFault) return error
  return new StartFault(folderSentence(errorCode(error), path), { cause: error })
}

function folderSentence(code: string, path: string): string {
  switch (code) {
    case 'ENOSPC':
      return `The disk that holds the data folder "${path}" is full: free some space, or ${elsewhere}.`
    case 'EDQUOT':
      return `The disk quota for the data folder "${path}" is used up: free some space, or ${elsewhere}.`
    case 'EROFS':
      return `The data folder "${path}" is on a read-only file system: ${elsewhere}.`
    case 'EACCES':
    case 'EPERM':
      return `This account may not write to the data folder "${path}": change its owner or mode, or ${elsewhere}.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder "${path}" cannot be made because a file is in its way: ${elsewhere}.`
    case 'ENAMETOOLONG':
      return `The path of the data folder "${path}" is too long: ${elsewhere}.`
    default:
      return `The data folder "${path}" cannot be used (${code}): ${elsewhere}.`
  }
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}

export function portFault(error: unknown, host: string, port: number, setting: 'port' | 'healthPort'): Error {
  const variable = setting === 'port' ? 'PENNANT_PORT' : 'PENNANT_HEALTHPORT'
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program`,
    EACCES: `Port ${port} may not be used by this account`,
    EADDRNOTAVAIL: `This machine has no address ${host}`,
  }
  const code = errorCode(error)
  const reason = reasons[code]
  if (reason === undefined) return error instanceof Error ? error : new Error(code, { cause: error })
  const remedy =
    code !== 'EADDRNOTAVAIL'
      ? `setting ${setting} (${variable})`
      : setting === 'port'
        ? 'setting host (PENNANT_HOST)'
        : 'setting healthHost (PENNANT_HEALTH_HOST)'
  return new StartFault(`${reason}. Choose another with the ${remedy}.`)
}
