import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHubSocket } from './hub-socket.ts'

const end = '\u001e'

class FakeSocket extends EventTarget {
  readonly address: string
  readonly sent: string[] = []
  isClosed = false

  constructor(address: URL) {
    super()
    this.address = address.href
    sockets.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.isClosed = true
  }

  hears(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  is(what: 'open' | 'close'): void {
    this.dispatchEvent(new Event(what))
  }
}

let sockets: FakeSocket[] = []
let asked: string[] = []
let offered: { status: number; transports: string[] } = { status: 200, transports: [] }

const fetchHere = async (address: URL): Promise<Response> => {
  asked.push(address.href)
  const availableTransports = offered.transports.map((transport) => ({ transport }))
  return new Response(JSON.stringify({ connectionToken: 't&1', availableTransports }), {
    status: offered.status,
  })
}

describe('a socket of a hub', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('location', { origin: 'https://ctf.test' })
    vi.stubGlobal('fetch', fetchHere)
    sockets = []
    asked = []
    offered = { status: 200, transports: ['WebSockets', 'LongPolling'] }
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const open = async () => {
    const heard: unknown[] = []
    const stopping = new AbortController()
    const opening = openHubSocket({
      url: '/hub/user?game=1',
      hear: (event, payload) => heard.push([event, payload]),
      signal: stopping.signal,
    })
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    const [socket] = sockets
    if (socket === undefined) throw new Error('no socket')
    return { heard, stopping, opening, socket }
  }
  const isOver = async (hub: { ended: Promise<void> } | null): Promise<boolean> => {
    let over = false
    void hub?.ended.then(() => {
      over = true
    })
    await Promise.resolve()
    return over
  }

  it('is asked for, greeted, and heard, however messages are put together', async () => {
    const { heard, opening, socket } = await open()
    expect(asked).toEqual(['https://ctf.test/hub/user/negotiate?game=1&negotiateVersion=1'])
    expect(socket.address).toBe('wss://ctf.test/hub/user?game=1&id=t%261')
    socket.is('open')
    expect(socket.sent).toEqual([`{"protocol":"json","version":1}${end}`])
    const message = (target: string, payload: unknown) =>
      JSON.stringify({ type: 1, target, arguments: [payload] }) + end
    socket.hears(`{}${end}${message('A', { one: 1 })}`)
    const hub = await opening
    socket.hears(`${message('B', null)}{"type":6}${end}${message('C', 3)}`)
    expect(heard).toEqual([
      ['A', { one: 1 }],
      ['B', null],
      ['C', 3],
    ])
    expect(await isOver(hub)).toBe(false)
    socket.is('close')
    expect(await isOver(hub)).toBe(true)
  })

  it('shows that it is there whenever it hears something, but not all the time', async () => {
    const { opening, socket } = await open()
    socket.is('open')
    socket.hears(`{}${end}`)
    const hub = await opening
    for (let second = 0; second < 120; second += 5) {
      vi.advanceTimersByTime(5_000)
      socket.hears(`{"type":6}${end}`)
    }
    const pings = socket.sent.filter((one) => one === `{"type":6}${end}`)
    expect(pings).toHaveLength(8)
    expect(await isOver(hub)).toBe(false)
  })

  it('is over after half a minute without a word, and when the server says so', async () => {
    const silent = await open()
    silent.socket.is('open')
    silent.socket.hears(`{}${end}`)
    const hub = await silent.opening
    vi.advanceTimersByTime(29_999)
    expect(await isOver(hub)).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await isOver(hub)).toBe(true)
    expect(silent.socket.isClosed).toBe(true)
    sockets = []

    const drained = await open()
    drained.socket.is('open')
    drained.socket.hears(`{}${end}`)
    const other = await drained.opening
    drained.socket.hears(`{"type":7,"allowReconnect":true}${end}`)
    expect(await isOver(other)).toBe(true)
  })

  it('is over when it cannot be understood, so that a new one asks for what was lost', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { heard, opening, socket } = await open()
    socket.is('open')
    socket.hears(`{}${end}`)
    const hub = await opening
    socket.hears(`{"type":1${end}{"type":1,"target":"A","arguments":[1]}${end}`)
    expect(await isOver(hub)).toBe(true)
    expect(socket.isClosed).toBe(true)
    expect(heard).toEqual([])
    expect(reported).toHaveBeenCalledOnce()
  })

  it('is none where no socket opens or none is offered, and no reason to try another way where it is refused', async () => {
    const blocked = await open()
    blocked.socket.is('close')
    expect(await blocked.opening).toBeNull()
    sockets = []

    const refused = await open()
    refused.socket.is('open')
    refused.socket.hears(`{"error":"too many"}${end}`)
    await expect(refused.opening).rejects.toThrow('too many')

    const elsewhere = { url: '/hub/admin', hear: () => undefined, signal: new AbortController().signal }
    offered = { status: 200, transports: ['LongPolling'] }
    expect(await openHubSocket(elsewhere)).toBeNull()
    offered = { status: 503, transports: [] }
    await expect(openHubSocket(elsewhere)).rejects.toThrow('503')
    vi.stubGlobal('WebSocket', undefined)
    offered = { status: 200, transports: ['WebSockets'] }
    expect(await openHubSocket(elsewhere)).toBeNull()
  })

  it('ends with its page', async () => {
    const { opening, socket, stopping } = await open()
    socket.is('open')
    socket.hears(`{}${end}`)
    const hub = await opening
    stopping.abort()
    expect(socket.isClosed).toBe(true)
    expect(await isOver(hub)).toBe(true)
  })

  it('waits until it is open before it ends, which browsers would report otherwise', async () => {
    const { opening, socket, stopping } = await open()
    stopping.abort()
    expect(await opening).toBeNull()
    expect(socket.isClosed).toBe(false)
    socket.is('open')
    expect(socket).toMatchObject({ isClosed: true, sent: [] })
  })
})
