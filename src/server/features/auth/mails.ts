import { timestamp } from '#shared/format/timestamp.ts'
import type { Mail } from '../../integrations/mailer/port.ts'
import type { Account, LinkPurpose } from './store.ts'

/** A name as it may stand in a mail: one line. */
const firstNameOf = (account: Account) => account.firstName.replace(/[\r\n]+/g, ' ')

const signed = (...lines: string[]) => `${lines.join('\n')}\n\nCopydesk\n`

export function passwordLinkMail({
  account,
  token,
  purpose,
  publicUrl,
}: {
  account: Account
  token: string
  purpose: LinkPurpose
  publicUrl: string
}): Mail {
  if (purpose === 'confirmation') {
    return {
      to: account.username,
      subject: 'Welcome to Copydesk',
      text: signed(
        `Hello ${firstNameOf(account)},`,
        '',
        'an account was made for you. Create your password here:',
        `${publicUrl}/confirmation/${token}`,
        '',
        'The link works once, within 72 hours.',
      ),
    }
  }
  return {
    to: account.username,
    subject: 'Reset your Copydesk password',
    text: signed(
      `Hello ${firstNameOf(account)},`,
      '',
      'choose a new password here:',
      `${publicUrl}/reset-password/${token}`,
      '',
      'The link works once, within 30 minutes. If you did not ask for it, you can ignore this mail: nothing has changed.',
    ),
  }
}

export function passwordChangedMail(account: Account, now: Date): Mail {
  return {
    to: account.username,
    subject: 'Your Copydesk password was changed',
    text: signed(
      `Hello ${firstNameOf(account)},`,
      '',
      `your password was changed on ${timestamp(now, 'UTC')} UTC, and your other sessions were ended.`,
      'If that was not you, tell your administrator now.',
    ),
  }
}

export function accountGuessedMail(account: Account, now: Date): Mail {
  return {
    to: account.username,
    subject: 'Somebody is trying passwords on your Copydesk account',
    text: signed(
      `Hello ${firstNameOf(account)},`,
      '',
      `in the hour before ${timestamp(now, 'UTC')} UTC many wrong passwords were tried on your account.`,
      'None of them was right, and further tries are slowed down. If your password is short or used elsewhere, change it now.',
    ),
  }
}

export function addressChangedMail(account: Account, oldAddress: string): Mail {
  return {
    to: oldAddress,
    subject: 'Your Copydesk email was changed',
    text: signed(
      `Hello ${firstNameOf(account)},`,
      '',
      'an administrator changed the email of your account, so this address no longer signs in.',
      'If that is a surprise, tell your administrator now.',
    ),
  }
}

export function testMail(account: Account): Mail {
  return {
    to: account.username,
    subject: 'Test mail from Copydesk',
    text: signed(
      `Hello ${firstNameOf(account)},`,
      '',
      'this is the test mail that was asked for. Mail works.',
    ),
  }
}
