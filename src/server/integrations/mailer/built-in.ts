import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { KeptMail, Mailer } from './port.ts'

const StoredMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
})

/** Keeps mail as files in a folder, one per mail, so that links in it can be followed by hand. */
export function createOutboxMailer({ folder, clock }: { folder: string; clock: () => Date }): Mailer {
  return {
    async send(mail) {
      const stored: KeptMail = { id: randomUUID(), sentAt: clock().toISOString(), ...mail }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${stored.sentAt.replace(/[:.]/g, '-')}-${stored.id.slice(0, 8)}.json`
      // Written aside and renamed, so that a reader never meets half a mail.
      const aside = join(folder, `.${name}`)
      await writeFile(aside, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
      await rename(aside, join(folder, name))
    },
    async kept(most) {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
        .sort()
        .slice(-most)
        .reverse()
      return Promise.all(
        newest.map(async (name) => StoredMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
      )
    },
  }
}
