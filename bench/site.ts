/** On this machine. */
export type Site = { port: number; secure: boolean }
