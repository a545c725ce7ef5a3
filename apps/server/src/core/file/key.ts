/** Where the bytes of a file are in the storage. */
export const keyOfFile = (hash: string): string => `uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
