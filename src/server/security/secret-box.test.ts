import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const [current, previous, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const SECRET = 'a secret with ünusual letters and a . in it'

test('a secret is opened by its key alone, and only unchanged [ASVS 11.3.3]', () => {
  const sealed = createSecretBox({ current, previous: null }).seal(SECRET)
  expect(sealed).not.toContain(SECRET)
  expect(createSecretBox({ current, previous: null }).open(sealed)).toBe(SECRET)
  expect(createSecretBox({ current: other, previous }).open(sealed)).toBeNull()
  const [name = '', body = ''] = sealed.split('.')
  const changed = Buffer.from(body, 'base64url')
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const broken of ['', '.', name, `${name}.`, body, `${name}.${changed.toString('base64url')}`])
    expect(createSecretBox({ current: other, previous: null }).open(broken)).toBeNull()
  expect(
    createSecretBox({ current, previous: null }).open(`${name}.${changed.toString('base64url')}`),
  ).toBeNull()
})

test('what the previous key sealed opens, and counts as older than what the current one seals', () => {
  const before = createSecretBox({ current: previous, previous: null }).seal(SECRET)
  const box = createSecretBox({ current, previous })
  expect(box.open(before)).toBe(SECRET)
  expect(box.isCurrent(before)).toBe(false)
  expect(box.isCurrent(box.seal(SECRET))).toBe(true)
})

test('secrets without the name of a key, as they were sealed before 0.3.0, open with either key', () => {
  for (const key of [current, previous]) {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(SECRET, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    const box = createSecretBox({ current, previous })
    expect(box.open(sealed)).toBe(SECRET)
    expect(box.isCurrent(sealed)).toBe(false)
  }
})
