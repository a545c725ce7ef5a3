import { request } from 'node:http'

export function ask(
  socketPath: string,
  method: string,
  url: string,
  content?: Buffer | object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const isArchive = Buffer.isBuffer(content)
    const body = isArchive ? content : Buffer.from(content === undefined ? '' : JSON.stringify(content))
    const headers = {
      'content-type': isArchive ? 'application/x-tar' : 'application/json',
      'content-length': body.length,
    }
    const asked = request({ socketPath, method, path: url, headers, timeout: 60_000 }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => ((answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(text))))
    })
    asked.on('timeout', () => asked.destroy(new Error('the daemon does not answer')))
    asked.on('error', reject)
    asked.end(body)
  })
}
