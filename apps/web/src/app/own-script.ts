/** The script that started this page. Its name holds the hash of all there is: another build has another one. */
export const ownScript = (document: Document): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script === null ? '' : new URL(script.src).pathname
}
