import { createServer } from 'node:net'

const prices = { rope: 3, lantern: 12, chart: 1_000_000 }
const flag = process.env.PENNANT_FLAG ?? 'flag{this_is_not_the_real_one}'

function openShop(say, leave) {
  let purse = 40
  say('Good evening. You have 40 coins.')
  say('  buy <how many> <ware>    rope, lantern or chart')
  say('  purse')
  say('  leave')

  return (line) => {
    const [order, amount, ware] = line.trim().split(/\s+/)
    if (order === 'leave') return leave()
    if (order === 'purse') return say(`You have ${purse} coins.`)
    if (order !== 'buy' || !Object.hasOwn(prices, ware ?? '')) return say('Pardon?')

    const count = Number(amount)
    if (!Number.isInteger(count) || count < 1 || count > 2_000_000_000) return say('That is no number of things.')

    const total = Math.imul(count, prices[ware])
    if (total > purse) return say(`That would be ${total} coins, and you have ${purse}.`)

    purse = (purse - total) | 0
    say(`${count} x ${ware} for ${total} coins. You have ${purse} left.`)
    if (ware === 'chart') say(`You break the seal. In the corner, in red ink: ${flag}`)
  }
}

createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.setEncoding('utf8').setTimeout(300_000, () => socket.destroy())

  const answer = openShop(
    (text) => socket.writable && socket.write(`${text}\n`),
    () => socket.end('Mind the step.\n'),
  )
  let heard = ''
  socket.on('data', (part) => {
    const lines = (heard + part).split('\n')
    heard = lines.pop()
    if (heard.length > 1000) return socket.destroy()
    for (const line of lines) answer(line)
  })
}).listen(Number(process.env.PORT ?? 9001))
