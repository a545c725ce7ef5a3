import type { Socket } from 'node:net'
import type { Report } from './permissions.ts'

export type Request = { readonly act: 'allow' | 'revoke'; readonly host: string } | { readonly act: 'report' }

export type Reply = { readonly outcome: string } | { readonly report: Report } | { readonly fault: string }

const maxLength = 8 * 1024 * 1024

/** Null when the connection ends early or the line is too long. */
export const readLine = (socket: Socket): Promise<string | null> =>
  new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > maxLength) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(null))
  })
