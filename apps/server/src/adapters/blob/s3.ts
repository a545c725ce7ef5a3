import type { S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { BlobStore } from '../../ports/blob.ts'
import { within } from '../../kit/timeout.ts'
import { assertKey, assertPrefix, assertRange, isKey } from './key.ts'
import { measured } from './measured.ts'
import { probe } from './probe.ts'
import type { S3Config } from './storage.ts'

const partSize = 8 * 1024 * 1024
const maxParts = 10_000
const soon = { requestTimeout: 10_000 }

export function openS3Store(
  config: S3Config,
  { checkWithinMs = 15_000, mayCreate = true }: { checkWithinMs?: number; mayCreate?: boolean } = {},
): BlobStore & { close(): Promise<void> } {
  const Bucket = config.bucket
  let connecting: Promise<Connected> | null = null

  const connected = (): Promise<Connected> => {
    connecting ??= connect(config, mayCreate).catch((error: unknown) => {
      connecting = null
      throw error
    })
    return connecting
  }

  const store: Omit<BlobStore, 'check'> = {
    async put(key, source, size) {
      const content = measured(source, size)
      try {
        assertKey(key)
        const { client, Upload } = await connected()
        await new Upload({
          client,
          params: { Bucket, Key: key, Body: content },
          // Each part under way is held in memory.
          queueSize: 2,
          partSize: Math.max(partSize, Math.ceil((size ?? 0) / maxParts)),
        }).done()
      } catch (error) {
        throw readable(error)
      } finally {
        content.destroy()
        source.destroy()
      }
    },
    async get(key, range) {
      assertKey(key)
      if (range !== undefined) assertRange(range)
      const { client, sdk } = await connected()
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range }), soon)
        if (!(Body instanceof Readable)) throw new Error('the storage answered without a body')
        return Body
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return null
        if (statusOf(error) === 416) throw new RangeError('the range begins beyond the end of the blob')
        throw readable(error)
      }
    },
    async stat(key) {
      assertKey(key)
      const { client, sdk } = await connected()
      try {
        const { ContentLength, LastModified } = await client.send(
          new sdk.HeadObjectCommand({ Bucket, Key: key }),
          soon,
        )
        return { size: ContentLength ?? 0, modified: LastModified ?? new Date(0) }
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw readable(error)
      }
    },
    async delete(key) {
      assertKey(key)
      const { client, sdk } = await connected()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), soon).catch(rethrow)
    },
    async *list(prefix) {
      assertPrefix(prefix)
      const { client, sdk } = await connected()
      let ContinuationToken: string | undefined
      do {
        const input = { Bucket, Prefix: prefix, ContinuationToken }
        const page = await client.send(new sdk.ListObjectsV2Command(input), soon).catch(rethrow)
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && isKey(Key))
            yield { key: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
  }
  return {
    ...store,
    async check() {
      await within(checkWithinMs, probe(store), () => new Error("the storage didn't respond in time"))
    },
    async close() {
      const open = await connecting?.catch(() => null)
      open?.client.destroy()
    },
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')
type Connected = { sdk: Sdk; client: S3Client; Upload: typeof import('@aws-sdk/lib-storage').Upload }

async function connect(config: S3Config, mayCreate: boolean): Promise<Connected> {
  // Loading the library takes longer than the rest of a start.
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const { credentials } = config
  const client = new sdk.S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    ...(config.endpoint !== null && { endpoint: config.endpoint }),
    ...(credentials !== null && {
      credentials: {
        accessKeyId: credentials.accessKey,
        secretAccessKey: credentials.secretKey,
        ...(credentials.sessionToken !== null && { sessionToken: credentials.sessionToken }),
      },
    }),
    followRegionRedirects: true,
    // Many compatible servers don't support checksums in trailers; the signature covers each part.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Idle time, not total: a download goes on as long as its reader takes something now and then.
    requestHandler: { connectionTimeout: 5000, socketTimeout: 120_000, throwOnRequestTimeout: true },
  })
  try {
    await ensureBucket(sdk, client, config.bucket, mayCreate)
  } catch (error) {
    client.destroy()
    throw readable(error)
  }
  return { sdk, client, Upload }
}

async function ensureBucket(sdk: Sdk, client: S3Client, Bucket: string, mayCreate: boolean): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket }), soon)
  } catch (error) {
    // An account that may not read the bucket may still use what is in it.
    if (statusOf(error) === 403) return
    if (statusOf(error) !== 404) throw error
    if (!mayCreate) throw new Error(`there is no bucket "${Bucket}"`, { cause: error })
    await client.send(new sdk.CreateBucketCommand({ Bucket }), soon).catch((failure: unknown) => {
      if (nameOf(failure) !== 'BucketAlreadyOwnedByYou') throw failure
    })
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined
  const metadata = error.$metadata
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

// The library's errors carry whole answers, and some have no message.
function readable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const status = statusOf(error)
  if (status !== undefined) return new Error(`the storage answered ${status} ${error.name}: ${error.message}`)
  if (error.message === '' && 'code' in error)
    return new Error(`couldn't reach the storage: ${String(error.code)}`)
  return error
}

function rethrow(error: unknown): never {
  throw readable(error)
}
