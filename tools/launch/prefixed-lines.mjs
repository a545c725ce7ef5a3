// @ts-check

const colors = [36, 33, 35, 32]

/**
 * @param {string[]} names
 * @param {NodeJS.WriteStream} out
 * @returns {{ say: (name: string, line: string) => void, follow: (name: string, child: import('node:child_process').ChildProcess, hear?: (line: string) => void) => void }}
 */
export function prefixedLines(names, out) {
  const width = Math.max(...names.map((name) => name.length))
  /** @param {string} name */
  const prefix = (name) => {
    const text = `${name.padEnd(width)} |`
    return out.isTTY ? `\u001b[${colors[names.indexOf(name) % colors.length]}m${text}\u001b[0m` : text
  }
  /** @type {(name: string, line: string) => void} */
  const say = (name, line) => void out.write(`${prefix(name)} ${line}\n`)
  return {
    say,
    follow: (name, child, hear = () => {}) => {
      for (const stream of [child.stdout, child.stderr]) {
        let rest = ''
        stream?.setEncoding('utf8')
        stream?.on('data', (/** @type {string} */ chunk) => {
          const lines = (rest + chunk).split(/\r?\n/)
          rest = lines.pop() ?? ''
          for (const line of lines) {
            say(name, line)
            hear(line)
          }
        })
        stream?.on('end', () => rest && say(name, rest))
      }
    },
  }
}
