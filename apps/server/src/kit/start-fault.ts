/** Its message says what to change before the next start. */
export class StartFault extends Error {
  override readonly name: string = 'StartFault'
}

export class InUse extends StartFault {}

export type StartLog = (level: 'info' | 'warn' | 'error', message: string) => void

const elsewhere = 'set PENNANT_DATA_DIR to another folder'
const onlyElsewhere = 'Set PENNANT_DATA_DIR to another folder'

export function folderFault(error: unknown, path: string): StartFault {
  if (error instanceof StartFault) return error
  return new StartFault(folderSentence(errorCode(error), path), { cause: error })
}

function folderSentence(code: string, path: string): string {
  switch (code) {
    case 'ENOSPC':
      return `The disk that holds the data folder "${path}" is full. Free some space, or ${elsewhere}.`
    case 'EDQUOT':
      return `The disk quota for the data folder "${path}" is used up. Free some space, or ${elsewhere}.`
    case 'EROFS':
      return `The data folder "${path}" is on a read-only file system. ${onlyElsewhere}.`
    case 'EACCES':
    case 'EPERM':
      return `This account can't write to the data folder "${path}". Change its owner or mode, or ${elsewhere}.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `Can't create the data folder "${path}", because a file is in its way. ${onlyElsewhere}.`
    case 'ENAMETOOLONG':
      return `The path of the data folder "${path}" is too long. ${onlyElsewhere}.`
    default:
      return `Can't use the data folder "${path}" (${code}). ${onlyElsewhere}.`
  }
}

export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}

export function portFault(error: unknown, host: string, port: number, setting: 'port' | 'healthPort'): Error {
  const variable = setting === 'port' ? 'PENNANT_PORT' : 'PENNANT_HEALTH_PORT'
  const hostVariable = setting === 'port' ? 'PENNANT_HOST' : 'PENNANT_HEALTH_HOST'
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Set ${variable} to a free port.`,
    EACCES: `This account can't use port ${port}. Set ${variable} to another port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${hostVariable} to one of its addresses.`,
  }
  const code = errorCode(error)
  const sentence = sentences[code]
  if (sentence === undefined) return error instanceof Error ? error : new Error(code, { cause: error })
  return new StartFault(sentence)
}
