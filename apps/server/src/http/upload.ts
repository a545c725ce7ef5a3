import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '@pennant/contract/problem'
import type { Route, Upload } from '@pennant/contract/route'
import type { UploadedFile, UploadedStream } from './bind.ts'

/** The one file of an upload route, in memory: its limit is small. */
export const readUpload = async (request: FastifyRequest, route: Route): Promise<UploadedFile> => {
  const upload = declared(route)
  let found: UploadedFile | undefined
  for await (const part of parts(request, upload)) {
    const bytes = await part.toBuffer()
    if (part.file.truncated) throw tooLarge(upload)
    found ??= { name: part.filename, type: part.mimetype, bytes }
  }
  if (found === undefined) throw new Problem('image.missing')
  if (found.bytes.length === 0) throw new Problem('image.empty')
  return found
}

/** Every file of the form in turn. */
export async function* streamUploads(request: FastifyRequest, route: Route): AsyncIterable<UploadedStream> {
  for await (const part of parts(request, declared(route)))
    yield {
      name: part.filename,
      type: part.mimetype,
      stream: part.file,
      truncated: () => part.file.truncated,
    }
}

async function* parts(request: FastifyRequest, upload: Upload): AsyncIterable<MultipartFile> {
  const { field, maxBytes } = upload
  try {
    for await (const part of request.files({ limits: { fileSize: maxBytes } })) {
      if (part.fieldname.toLowerCase() === field) yield part
      else part.file.resume()
    }
  } catch (error) {
    throw readable(error)
  }
}

/** A form that breaks off or makes no sense is the caller's fault. */
const readable = (error: unknown): unknown => {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('FST_')) return error
  return /multipart|form|boundary|part|premature/i.test(error.message) ? new Problem('request.malformed') : error
}

const declared = (route: Route): Upload => {
  if (route.upload === undefined) throw new Error(`${route.id} declares no upload`)
  return route.upload
}

const tooLarge = ({ maxBytes }: Upload): Problem =>
  new Problem('image.tooLarge', { megabytes: Math.floor(maxBytes / 1_048_576) })
