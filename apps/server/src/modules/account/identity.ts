/**
 * What makes two names or addresses the same: case, width and composition do not count, so that nobody
 * can pass for somebody else by them.
 */
export const identityKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
