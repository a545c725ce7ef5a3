import { type Board, parseBoard, transferable } from './board.ts'

export type Read = { board: Board } | { fault: string }

const read = (bytes: ArrayBuffer): void => {
  try {
    const board = parseBoard(bytes)
    const found: Read = { board }
    postMessage(found, { transfer: transferable(board) })
  } catch (error) {
    const lost: Read = { fault: String(error) }
    postMessage(lost)
  }
}

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => read(data))
