import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Problem } from '@pennant/contract/problem'
import type { Route, Upload } from '@pennant/contract/route'
import type { UploadedFile, UploadedStream } from './bind.ts'
import { countBytes, drain } from './drain.ts'

type Form = { request: FastifyRequest; route: Route; maxBodyBytes: number }

const mostFiles = 1000
const formBytes = 1_048_576

export const readUpload = async (form: Form): Promise<UploadedFile> => {
  const upload = declared(form.route)
  let found: UploadedFile | undefined
  for await (const part of parts(form, upload)) {
    const bytes = await part.toBuffer().catch((error: unknown) => {
      throw readable(error)
    })
    if (part.file.truncated)
      throw new Problem('image.tooLarge', { megabytes: Math.floor(upload.maxBytes / 1_048_576) })
    found ??= { name: part.filename, type: part.mimetype, bytes }
  }
  if (found === undefined) throw new Problem('image.missing')
  if (found.bytes.length === 0) throw new Problem('image.empty')
  return found
}

export async function* streamUploads(form: Form): AsyncIterable<UploadedStream> {
  for await (const part of parts(form, declared(form.route)))
    yield {
      name: part.filename,
      type: part.mimetype,
      stream: Readable.from(whole(part), { objectMode: false }),
    }
}

// Fails when the file is truncated, by a limit or by the client: nothing else notices.
async function* whole({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) yield chunk
  } catch {
    throw new Problem('request.malformed')
  }
  if (file.truncated) throw new Problem('request.tooLarge')
}

// The request is always read to its end: only then the client reads the answer.
async function* parts({ request, maxBodyBytes }: Form, upload: Upload): AsyncGenerator<MultipartFile> {
  if (!request.isMultipart()) return
  const { raw } = request
  const read = countBytes(raw)
  const ceiling = upload.ownCeiling === true ? upload.maxBytes + formBytes : maxBodyBytes
  try {
    if (Number(request.headers['content-length'] ?? 0) > ceiling) throw new Problem('request.tooLarge')
    const limits = {
      fileSize: upload.many === true ? maxBodyBytes : upload.maxBytes,
      files: upload.many === true ? mostFiles : 16,
    }
    for await (const part of request.files({ limits })) {
      if (part.fieldname.toLowerCase() === upload.field) yield part
      else part.file.resume()
      if (read() > ceiling) throw new Problem('request.tooLarge')
    }
  } catch (error) {
    throw readable(error)
  } finally {
    raw.unpipe()
    await drain(raw)
  }
}

const readable = (error: unknown): unknown => {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ECONNRESET') return new Problem('request.malformed')
  if (typeof code === 'string' && code.startsWith('FST_')) return error
  return /multipart|form|boundary|part|premature/i.test(error.message)
    ? new Problem('request.malformed')
    : error
}

const declared = (route: Route): Upload => {
  if (route.upload === undefined) throw new Error(`${route.id} declares no upload`)
  return route.upload
}
