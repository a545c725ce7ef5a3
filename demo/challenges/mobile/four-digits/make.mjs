// @ts-check
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { createRandom } from '../../../kit/random.mjs'
import { zlibStored } from '../../../kit/zlib-stored.mjs'

const app = 'apps/example.harbour.notes'
const pin = '1968'
const note = `Lifebelt locker: left of the anchor winch, third board, push.
And if you have come this far: flag{ten_thousand_is_a_small_number}
`

/** @returns {Record<string, string | Buffer>} */
export function make() {
  const random = createRandom('four-digits')
  const salt = random.bytes(16)
  const iv = random.bytes(16)
  const check = createHash('sha256').update(salt).update(pin).digest('hex')
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(pin, salt, 2000, 32, 'sha1'), iv)
  const locked = Buffer.concat([iv, cipher.update(note), cipher.final()])

  const preferences = `<?xml version='1.0' encoding='utf-8' standalone='yes' ?>
<map>
    <boolean name="dark" value="true" />
    <int name="tries_left" value="1" />
    <string name="pin_salt">${salt.toString('hex')}</string>
    <string name="pin_check">${check}</string>
    <string name="pin_check_algorithm">SHA-256</string>
    <string name="note_key_algorithm">PBKDF2WithHmacSHA1/2000/256</string>
    <string name="note_cipher">AES/CBC/PKCS5Padding, IV in front</string>
</map>
`
  const archive = tar({
    [`${app}/_manifest`]: '1\nexample.harbour.notes\n14\n34\n\n0\n0\n',
    [`${app}/sp/lock.xml`]: preferences,
    [`${app}/f/notes/0001-open.txt`]: 'Buy: paint (green), paint (other green), rope.\n',
    [`${app}/f/notes/0002-open.txt`]: 'The cat of the Old Patience is called Ballast. Do not forget again.\n',
    [`${app}/f/notes/0003-locked.bin`]: locked,
    [`${app}/f/notes/0004-open.txt`]: 'PIN: the year in which my first ferry was launched. Easy.\n',
  })
  return {
    'files/ferry-notes.ab': Buffer.concat([Buffer.from('ANDROID BACKUP\n5\n1\nnone\n'), zlibStored(archive)]),
  }
}

/** @param {Record<string, string | Buffer>} files */
function tar(files) {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const data = Buffer.from(content)
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write('0000600\0', 100)
    head.write('0023420\0', 108)
    head.write('0023420\0', 116)
    head.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write(`${(Date.UTC(2026, 4, 2, 20) / 1000).toString(8).padStart(11, '0')}\0`, 136)
    head.write('        0', 148)
    head.write('ustar\x0000', 257)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, data, Buffer.alloc((512 - (data.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}
