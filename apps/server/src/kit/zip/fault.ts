/**
 * Why an archive is not read: it is no archive or a broken one; an entry is encrypted, a link or packed in an
 * unknown way; two entries have one name; there is more in it than the limits allow.
 */
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

/** Errors of the system have a code and a number; what the library says of an archive has neither. */
export const asZipError = (error: unknown, entry = ''): Error =>
  error instanceof ZipError || (error instanceof Error && 'errno' in error && 'syscall' in error)
    ? error
    : new ZipError('unreadable', entry, error)
