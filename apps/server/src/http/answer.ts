import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CommonHead } from './headers.ts'

export type AnswerHeaders = Readonly<Record<string, string | number>>
export type Asked = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }
export type AnswerBody = Buffer | string | Readable | null

export class Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: AnswerBody
  private readonly heads = new Map<CommonHead, string[]>()

  constructor(status: number, headers: AnswerHeaders, body: AnswerBody) {
    this.status = status
    this.headers = headers
    this.body = body
  }

  /** The lines of the whole head, made once for each language and scheme. */
  head(common: CommonHead): string[] {
    const known = this.heads.get(common)
    if (known !== undefined) return known
    const lines = this.status === 304 ? common.linesOfNotModified : common.lines
    const head = [...lines, ...linesOf(this.headers), ...this.length()]
    this.heads.set(common, head)
    return head
  }

  private length(): string[] {
    const { status, headers, body } = this
    if ('content-length' in headers) return []
    if (typeof body === 'string') return ['content-length', String(Buffer.byteLength(body))]
    if (body instanceof Buffer) return ['content-length', String(body.length)]
    return body === null && status !== 204 && status !== 304 ? ['content-length', '0'] : []
  }
}

export const linesOf = (headers: AnswerHeaders): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
