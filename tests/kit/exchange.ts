import { connect } from 'node:net'

export const exchange = (host: string, port: number, words: string, enough: number): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, host, () => void socket.write(words))
    socket.setTimeout(60_000, () => socket.destroy(new Error('it says nothing')))
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.length >= enough) socket.destroy()
    })
    socket.on('error', reject).on('close', () => resolve(said))
  })
