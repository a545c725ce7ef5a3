import { type Board, type BoardInput, createBoard } from '@pennant/rules/scoreboard/board'

export const solvesPerTurn = 5_000

/** In portions: in one piece, a board of 250,000 solves holds everyone else up for some 0.4 s. */
export const settledBoard = async (
  { solves, ...input }: BoardInput,
  nextTurn: () => Promise<unknown>,
): Promise<Board> => {
  const board = createBoard({ ...input, solves: [] })
  let work = 0
  const isTurnOver = (more: number): boolean => {
    work += more
    if (work < solvesPerTurn) return false
    work = 0
    return true
  }
  for (const solve of solves) {
    board.add(solve)
    if (isTurnOver(1)) await nextTurn()
  }
  for (const portion of board.settling()) if (isTurnOver(portion)) await nextTurn()
  return board
}
