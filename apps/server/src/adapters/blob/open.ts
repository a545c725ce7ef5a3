import type { BlobStore } from '../../ports/blob.ts'
import { openDiskStore } from './disk.ts'
import { openS3Store } from './s3.ts'
import type { StorageConfig } from './storage.ts'

export type OpenBlobStore = BlobStore & { close(): Promise<void> }

/** A bucket is not contacted, nor its library loaded, before its first use. */
export async function openBlobStore(config: StorageConfig): Promise<OpenBlobStore> {
  if (config.kind === 'disk') return { ...(await openDiskStore(config.path)), close: async () => undefined }
  return openS3Store(config)
}
