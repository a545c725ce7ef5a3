/** Milliseconds that only grow, and that are the same in all processes of the machine. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6
