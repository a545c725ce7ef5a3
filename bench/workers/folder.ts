/** For `spawnWorker`: the workers that only the bench has. */
export const folder = import.meta.url
