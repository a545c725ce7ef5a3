import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'

export const unpackTar = async (archive: Buffer): Promise<{ name: string; bytes: Buffer }[]> => {
  const reader = extract()
  reader.end(gunzipSync(archive))
  const files = []
  for await (const entry of reader) files.push({ name: entry.header.name, bytes: await buffer(entry) })
  return files
}
