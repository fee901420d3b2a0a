import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { HOUR_MS } from '#shared/format/duration.ts'
import { BUILT_IN } from '../../settings/settings-group.ts'
import type { Mailer, ReadableMail } from './port.ts'

const StoredMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.string(),
})

/** As long as the longest-lived link in any mail works. */
const RETENTION_MS = 72 * HOUR_MS

/** Files sort by the moment they were sent, which their names begin with. */
const stampOf = (moment: string) => moment.replace(/[:.]/g, '-')

async function listMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort()
}

/** Null for a mail that was cleared away in the meantime. */
async function readMail(file: string): Promise<ReadableMail | null> {
  const content = await readFile(file, 'utf8').catch(() => null)
  return content === null ? null : StoredMail.parse(JSON.parse(content))
}

/** Keeps mail as files in a folder, one per mail, for 72 hours, so that links in it can be followed by hand. */
export function createOutboxMailer({ folder, clock }: { folder: string; clock: () => Date }): Mailer {
  async function clearOld(now: Date) {
    const oldest = stampOf(new Date(now.getTime() - RETENTION_MS).toISOString())
    for (const name of await listMails(folder)) {
      if (name >= oldest) break
      await rm(join(folder, name), { force: true })
    }
  }

  return {
    async send(mail) {
      const now = clock()
      const stored: ReadableMail = { id: randomUUID(), sentAt: now.toISOString(), ...mail }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${stampOf(stored.sentAt)}-${stored.id.slice(0, 8)}.json`
      // Written aside and renamed, so that a reader never meets half a mail.
      const aside = join(folder, `.${name}`)
      await writeFile(aside, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
      await rename(aside, join(folder, name))
      await clearOld(now)
    },
    check: async () => ({ adapter: BUILT_IN, ok: true, detail: 'Mail is kept in the outbox and not sent.' }),
    async kept(most) {
      const newest = (await listMails(folder)).slice(-most).reverse()
      const mails = await Promise.all(newest.map((name) => readMail(join(folder, name))))
      return mails.filter((mail) => mail !== null)
    },
  }
}
