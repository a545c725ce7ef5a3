/** The engine's own message quotes the text around the error, which can be a password. */
export function jsonBreak(text: string): { line: number; column: number } {
  const before = text.slice(0, breakAt(text)).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

const space = /[ \t\r\n]*/y
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"/iuy
const word = /true\b|false\b|null\b|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y

function breakAt(text: string): number {
  let at = 0

  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const sign = (character: string): boolean => {
    eat(space)
    if (text[at] !== character) return false
    at += 1
    return true
  }
  const value = (): boolean => {
    if (sign('{')) return parts('}', member)
    if (sign('[')) return parts(']', value)
    return eat(string) || eat(word)
  }
  const member = (): boolean => {
    eat(space)
    return eat(string) && sign(':') && value()
  }
  const parts = (close: string, part: () => boolean): boolean => {
    if (sign(close)) return true
    do {
      if (!part()) return false
    } while (sign(','))
    return sign(close)
  }

  if (value()) eat(space)
  return at
}
