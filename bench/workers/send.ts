import type { Socket } from 'node:net'

export const sendAgain = (socket: Socket, piece: Buffer, times: number): void => {
  let left = times
  const go = (): void => {
    while (left > 0) {
      left--
      if (!socket.write(piece)) return void socket.once('drain', go)
    }
  }
  go()
}
