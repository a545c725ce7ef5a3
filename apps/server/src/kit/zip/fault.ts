// `unsupported`: an encrypted entry, a link, or an unknown compression. `twice`: two entries have one name.
export type ZipFault = {
  readonly kind: 'unreadable' | 'unsupported' | 'twice' | 'tooMuch'
  readonly entry: string
}

export class ZipError extends Error implements ZipFault {
  readonly kind: ZipFault['kind']
  readonly entry: string

  constructor(kind: ZipFault['kind'], entry = '', cause?: unknown) {
    super(`the archive is not read: ${kind} ${entry}`, { cause })
    this.name = 'ZipError'
    this.kind = kind
    this.entry = entry
  }
}

// System errors have a code and a number; errors of the library have neither.
export const asZipError = (error: unknown, entry = ''): Error =>
  error instanceof ZipError || (error instanceof Error && 'errno' in error && 'syscall' in error)
    ? error
    : new ZipError('unreadable', entry, error)
