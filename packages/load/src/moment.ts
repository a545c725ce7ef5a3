/** Milliseconds that only grow, on a clock shared by all processes. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6
