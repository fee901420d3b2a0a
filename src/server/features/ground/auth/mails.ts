import { timestamp } from '#shared/format/timestamp.ts'
import { greetedNameOf } from '../../../db/sql/full-name.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { Account, LinkPurpose } from './store.ts'

/** The first line, with a name that is safe for mails. */
const helloTo = (account: Account) => `Hello ${greetedNameOf(account).replace(/[\r\n]+/g, ' ')}`.trim()

const signed = (...lines: string[]) => `${lines.join('\n')}\n\nCopydesk\n`

export function passwordLinkMail({
  account,
  token,
  purpose,
  publicUrl,
  provider,
}: {
  account: Account
  token: string
  purpose: LinkPurpose
  publicUrl: string
  /** The provider's name where the account can't have a password. */
  provider: string | null
}): Mail {
  if (provider !== null) {
    return {
      to: account.username,
      subject: 'Welcome to Copydesk',
      text: signed(
        `${helloTo(account)},`,
        '',
        `you sign in to Copydesk with ${provider}. Connect your account once here:`,
        `${publicUrl}/confirmation/${token}`,
        '',
        'The link works once and expires in 72 hours.',
      ),
    }
  }
  if (purpose === 'confirmation') {
    return {
      to: account.username,
      subject: 'Welcome to Copydesk',
      text: signed(
        `${helloTo(account)},`,
        '',
        'we’ve created an account for you. Create your password here:',
        `${publicUrl}/confirmation/${token}`,
        '',
        'The link works once and expires in 72 hours.',
      ),
    }
  }
  return {
    to: account.username,
    subject: 'Reset your Copydesk password',
    text: signed(
      `${helloTo(account)},`,
      '',
      'choose a new password here:',
      `${publicUrl}/reset-password/${token}`,
      '',
      'The link works once and expires in 30 minutes. If you didn’t request it, ignore this email: nothing has changed.',
    ),
  }
}

/** Instead of a link to reset a password that could not be used. */
export function passwordsLimitedMail(
  account: Account,
  { provider, publicUrl }: { provider: string; publicUrl: string },
): Mail {
  return {
    to: account.username,
    subject: `Sign in to Copydesk with ${provider}`,
    text: signed(
      `${helloTo(account)},`,
      '',
      `a new password was requested for you, but your workspace signs in with ${provider}. Sign in here:`,
      publicUrl,
      '',
      `If ${provider} doesn’t let you in, ask your administrator. If you didn’t request anything, ignore this email: nothing has changed.`,
    ),
  }
}

export function passwordChangedMail(account: Account, now: Date): Mail {
  return {
    to: account.username,
    subject: 'Your Copydesk password was changed',
    text: signed(
      `${helloTo(account)},`,
      '',
      `your password was changed on ${timestamp(now, 'UTC')} UTC, and your other sessions were signed out.`,
      'If this wasn’t you, tell your administrator now.',
    ),
  }
}

export function accountGuessedMail(account: Account, now: Date): Mail {
  return {
    to: account.username,
    subject: 'Someone is guessing passwords for your Copydesk account',
    text: signed(
      `${helloTo(account)},`,
      '',
      `in the hour before ${timestamp(now, 'UTC')} UTC many wrong passwords were tried on your account.`,
      'None of them worked, and we’re slowing down further attempts. If your password is short or used elsewhere, change it now.',
    ),
  }
}

export function addressChangedMail(account: Account, oldAddress: string): Mail {
  return {
    to: oldAddress,
    subject: 'Your Copydesk email was changed',
    text: signed(
      `${helloTo(account)},`,
      '',
      'an administrator changed your account’s email, so you can no longer sign in with this address.',
      'If you didn’t expect this, tell your administrator now.',
    ),
  }
}

export function testMail(account: Account): Mail {
  return {
    to: account.username,
    subject: 'Test email from Copydesk',
    text: signed(`${helloTo(account)},`, '', 'this is a test email. Email works.'),
  }
}
