import { createHash } from 'node:crypto'
import type { Client } from './client.ts'

type Task = { id: string; challenge: string; difficulty: number }

export const workFor = async (who: Client): Promise<string> => {
  const { status, text, body } = await who.get<Task>('/api/captcha/powchallenge')
  if (status !== 200) throw new Error(text)
  return `${body.id}:${solve(body)}`
}

const solve = ({ challenge, difficulty }: Task): string => {
  for (let count = 0; ; count += 1) {
    const answer = `a1b2c3d4${count.toString(16).padStart(8, '0')}`
    const digest = createHash('sha256')
      .update(Buffer.from(challenge + answer, 'hex'))
      .digest()
    if (Math.clz32(digest.readUInt32BE(0)) >= difficulty) return answer
  }
}
