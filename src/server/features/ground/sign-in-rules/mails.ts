import { longDay } from '#shared/format/day.ts'
import { greetedNameOf } from '../../../db/sql/full-name.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { MissingPerson } from './queries.ts'

interface Reminder {
  /** First day on which a second factor is needed. */
  day: string
  today: string
  publicUrl: string
}

/** Reminds a user without a second factor, before the first day or from it on. */
export function reminderMail(person: MissingPerson, { day, today, publicUrl }: Reminder): Mail {
  const isDue = day <= today
  const date = longDay(day)
  const hello = `Hello ${greetedNameOf(person).replace(/[\r\n]+/g, ' ')}`.trim()
  const lines = [
    `${hello},`,
    '',
    isDue
      ? 'your workspace now requires a second factor: a passkey, or a code from an app on your phone.'
      : `from ${date} on, your workspace requires a second factor: a passkey, or a code from an app on your phone.`,
    'Setting one up takes about a minute:',
    `${publicUrl}/profile?tab=sign-in`,
    '',
    isDue
      ? 'Until you have one, nothing else opens after you sign in.'
      : 'Until then, you sign in as before. After that, nothing else opens until you have one.',
  ]
  const subject = isDue
    ? 'Set up your second factor for Copydesk'
    : `You’ll need a second factor for Copydesk from ${date}`
  return { to: person.username, subject, text: `${lines.join('\n')}\n\nCopydesk\n` }
}
