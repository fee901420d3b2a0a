import { type MailedByDefault, type NoticeWay, wayFor } from '#shared/features/ground/notices/form.ts'
import {
  CHOSEN_GROUPS,
  kindsOf,
  type NoticeGroup,
  type NoticeKind,
} from '#shared/features/ground/notices/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import type { Flags } from '../feature-flags/feature.ts'
import { type Choices, listChoices } from './choices-store.ts'
import { listUnmailed } from './digest-queries.ts'

export interface WaysDeps {
  flags: Flags
  /** Whether mail is really delivered. */
  sendsMail: boolean
}

/** How a user hears of each group, now. */
export interface Ways {
  choices: Choices
  byDefault: MailedByDefault
  of(group: NoticeGroup): NoticeWay
}

/** Read whenever it matters, so a choice counts for the next notice, and for mails that wait. */
export async function readWays(db: Db, { flags, sendsMail }: WaysDeps, userId: number): Promise<Ways> {
  const choices = await listChoices(db, userId)
  const byDefault = await flags.value('NOTICE_MAILS', db)
  return {
    choices,
    byDefault,
    of: (group) => wayFor(group, { choice: choices.get(group), byDefault, sendsMail }),
  }
}

/** In days. Older notices are in no digest, so a user's first digest isn't half a year long. */
const DIGEST_DAYS = 14

/** What the next digest of a user would say. */
export async function readDigest(db: Db, userId: number, { ways, now }: { ways: Ways; now: Date }) {
  const kinds: NoticeKind[] = CHOSEN_GROUPS.filter((group) => ways.of(group) === 'digest').flatMap(kindsOf)
  return listUnmailed(db, userId, { kinds, since: new Date(now.getTime() - DIGEST_DAYS * DAY_MS) })
}
