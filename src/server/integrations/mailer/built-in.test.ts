import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { createOutboxMailer } from './built-in.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copydesk-outbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the outbox keeps a mail for seventy-two hours, and reads no more of them than requested', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const mailer = createOutboxMailer({ folder, clock: () => now })
  const send = (subject: string) => mailer.send({ to: 'ann@desk.example', subject, text: 'Hello' })
  await send('first')
  now = new Date(now.getTime() + HOUR_MS)
  await send('second')
  now = new Date(now.getTime() + 71 * HOUR_MS + 1)
  await send('third')
  const subjects = async (most: number) => (await mailer.kept(most))?.map(({ subject }) => subject)
  expect(await subjects(10)).toEqual(['third', 'second'])
  expect(await readdir(folder)).toHaveLength(2)
  await writeFile(join(folder, '2026-03-02T00-00-00-000Z-broken.json'), 'no mail')
  expect(await subjects(1)).toEqual(['third'])
  await expect(mailer.kept(3)).rejects.toThrow()
})
