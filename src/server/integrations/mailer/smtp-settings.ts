import { z } from 'zod'
import { leavesMachine, settingGroup } from '../../settings/settings-group.ts'

function smtpWarnings(smtpUrl: string | undefined): readonly string[] {
  if (smtpUrl === undefined)
    return ['SMTP_URL is not set: mail is not sent, but kept as files in the outbox.']
  const { protocol, searchParams } = new URL(smtpUrl)
  const mayBePlain = protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true'
  return mayBePlain && leavesMachine(smtpUrl)
    ? ['SMTP_URL is encrypted only if the mail server offers it. Use smtps://, or add ?requireTLS=true.']
    : []
}

export const smtpSettings = settingGroup({
  variables: {
    SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .refine((address) => URL.parse(address)?.hostname !== '')
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/)
      .default('Copydesk <copydesk@localhost>'),
  },
  expected: {
    SMTP_URL: 'an address such as smtps://user:password@host:465',
    MAIL_FROM: 'a sender such as Copydesk <desk@example.com>',
  },
  settings: ({ SMTP_URL, MAIL_FROM }) => ({ smtpUrl: SMTP_URL, mailFrom: MAIL_FROM }),
  vendors: ({ smtpUrl }) => ({
    mail: smtpUrl === undefined ? 'outbox' : `SMTP at ${new URL(smtpUrl).host}`,
  }),
  refused({ SMTP_URL }) {
    const { username, password } = new URL(SMTP_URL ?? 'smtp://nobody')
    const isHalf = (username === '') !== (password === '')
    return isHalf
      ? `SMTP_URL is not usable: it has a ${password === '' ? 'user without a password' : 'password without a user'}.`
      : null
  },
  warnings: ({ smtpUrl }) => smtpWarnings(smtpUrl),
})
