import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { UploadedStream } from '../../http/bind.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { StoredFile } from '../../core/file/files.ts'

/** All files or none: after a failure the caller has no hashes to release. */
export const createUpload =
  ({ audit, files, journal }: Pick<Core, 'audit' | 'files' | 'journal'>) =>
  async (
    uploaded: AsyncIterable<UploadedStream>,
    rename: string | undefined,
    caller: Caller,
  ): Promise<StoredFile[]> => {
    const stored: StoredFile[] = []
    try {
      for await (const { name, stream } of uploaded) {
        const file = await files.storeStream(stream, rename === undefined || rename === '' ? name : rename, {
          unclaimed: true,
        })
        if (file !== null) stored.push(file)
      }
      const [first, ...others] = stored
      if (first !== undefined)
        await audit.alone(caller, 'file.upload', {
          id: others.length === 0 ? first.hash : null,
          after: { names: stored.map(({ name }) => name) },
        })
    } catch (error) {
      await Promise.allSettled(stored.map(({ hash }) => files.release(hash, { unclaimed: true })))
      throw reported(error, { journal, ...caller })
    }
    for (const { name } of stored) journal.done(caller, `File ${name} uploaded`)
    return stored
  }

const reported = (
  error: unknown,
  { journal, principal, address }: Caller & Pick<Core, 'journal'>,
): unknown => {
  if (error instanceof Problem || isFrameworkRefusal(error) || isDatabaseAway(error)) return error
  journal.write({
    level: 'Error',
    message: "Couldn't store an upload",
    name: principal.userName,
    address,
    error,
  })
  return new Problem('file.uploadFailed')
}

const isFrameworkRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500

// Not the fault of the files: a retry works.
const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' }
  return (
    /^(57P0[123]|53\d{3}|08\d{3}|ECONNREFUSED|ECONNRESET)$/.test(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(message)
  )
}
