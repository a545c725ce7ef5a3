/** The script that started this page: another build has another one. */
export const ownScript = (document: Document): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script === null ? null : new URL(script.src).pathname
}

/** Whether a page that the server gives out now starts by another script than this one did. */
export const isOtherBuild = (html: string, own: string): boolean =>
  /<script[^>]+type="module"[^>]+src="/.test(html) && !html.includes(`"${own}"`)

type Needs = {
  document: Document
  fetchPage: () => Promise<string>
  random: () => number
  onStale: () => void
}

/** A deploy is rare, and whoever stays away for a while is asked about when they come back. */
const everyMs = 20 * 60_000
const afterAwayMs = 60_000

/** Looks now and then whether the server has gone on to another build. */
export const watchBuild = ({ document, fetchPage, random, onStale }: Needs): (() => void) => {
  const own = ownScript(document)
  let timer: ReturnType<typeof setTimeout>
  let lookedAt = Date.now()
  const look = async (): Promise<void> => {
    lookedAt = Date.now()
    // A server that does not answer has its own sign.
    const html = await fetchPage().catch(() => '')
    if (own !== null && isOtherBuild(html, own)) onStale()
    else wait()
  }
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), everyMs * (0.75 + random() / 2))
  }
  const back = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > afterAwayMs) void look()
  }
  document.addEventListener('visibilitychange', back)
  wait()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', back)
  }
}
