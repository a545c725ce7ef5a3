export const askWorker = async <Answer>(
  worker: Worker,
  question: unknown,
  signal: AbortSignal,
  transfer: Transferable[] = [],
): Promise<Answer> => {
  const heard = new AbortController()
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const options = { signal: heard.signal }
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), options)
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data), options)
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), options)
      worker.postMessage(question, transfer)
    })
  } finally {
    heard.abort()
    worker.terminate()
  }
}
