/** A socket's file is there before anything listens on it, so a program writes this one once it does. */
export const readyFile = (socket: string): string => `${socket}.ready`
