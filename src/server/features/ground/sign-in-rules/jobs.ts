import { z } from 'zod'
import { dayAt } from '#shared/format/day.ts'
import { type Mailer, sendMail } from '../../../integrations/mailer/port.ts'
import { hourlyFrom, isDue } from '../../../jobs/daily.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { reminderMail } from './mails.ts'
import { findMissing } from './queries.ts'
import { findRules } from './store.ts'
import { ANNOUNCE } from './verbs/save-rules.ts'
import { announceRules, MAIL, type ReminderDeps, sendReminders } from './verbs/send-reminders.ts'

/** When people are reminded, in the organization's time zone. */
const DAILY_AT = '08:00'

const Reminder = z.object({ userId: z.number(), day: z.iso.date(), occasion: z.string() })

export type RulesJobDeps = ReminderDeps & { mailer: Mailer; publicUrl: string }

/** Nothing for users who have a second factor by now, are locked, or are no longer asked for one on this day. */
async function mailReminder(
  { db, clock, timeZone, mailer, publicUrl }: RulesJobDeps,
  { userId, day }: z.infer<typeof Reminder>,
  id?: string,
): Promise<void> {
  const { rules } = await findRules(db)
  if (rules.second_factor_from !== day) return
  const person = await findMissing(db, rules.second_factor, userId)
  if (person)
    await sendMail(mailer, reminderMail(person, { day, today: dayAt(clock(), timeZone), publicUrl }), id)
}

export const signInRulesJobs = (deps: RulesJobDeps): Job[] => [
  { name: ANNOUNCE, payload: z.object({}), run: () => announceRules(deps) },
  {
    name: 'sign-in-rules.remind',
    payload: z.object({}),
    schedule: hourlyFrom({ dailyAt: DAILY_AT }),
    timeZone: deps.timeZone,
    async run() {
      if (isDue(deps.clock(), { dailyAt: DAILY_AT, timeZone: deps.timeZone })) await sendReminders(deps)
    },
  },
  job({ name: MAIL, payload: Reminder, run: (payload, id) => mailReminder(deps, payload, id) }),
]
