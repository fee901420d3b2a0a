import { keysOf } from '#shared/format/keys.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { greetedNameOf } from '../../../db/sql/full-name.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { Owner } from './queries.ts'

/** What happened to the factors of an account, as the start of a sentence. */
const CHANGED = {
  'totp-added': 'an authenticator app was added to your account',
  'totp-replaced': 'the authenticator app of your account was replaced',
  'totp-removed': 'the authenticator app was removed from your account',
  'passkey-added': 'a passkey was added to your account',
  'passkey-removed': 'a passkey was removed from your account',
  'provider-connected':
    'your account was connected to your organization’s sign-in provider, so you can sign in through it',
  'provider-disconnected': 'your account was disconnected from your organization’s sign-in provider',
  'codes-renewed': 'new recovery codes were made for your account, and the old ones stopped working',
} as const

export const CHANGES = keysOf(CHANGED)
/** A change that the owner of an account is notified of. */
export type FactorEvent = keyof typeof CHANGED

/** The sentence of a notice. */
export function changedWords(event: FactorEvent): string {
  const words = CHANGED[event]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. If this wasn’t you, tell your administrator now.`
}

interface FactorNews {
  event: FactorEvent | 'codes-guessed' | 'reset' | 'reset-invited'
  at: Date
  publicUrl: string
}

function linesOf({ event, at, publicUrl }: FactorNews): { subject: string; lines: string[] } {
  const when = `${timestamp(at, 'UTC')} UTC`
  if (event === 'codes-guessed')
    return {
      subject: 'Someone is guessing codes for your Copydesk account',
      lines: [
        `Someone who knows your password or is signed in as you has entered several wrong codes. The latest was on ${when}.`,
        'If it wasn’t you, change your password now.',
      ],
    }
  if (event === 'reset' || event === 'reset-invited')
    return {
      subject: 'Your second factor for Copydesk was reset',
      lines: [
        `An administrator reset your second factor on ${when}. Your passkeys, authenticator app and recovery codes no longer work, an account at a sign-in provider is disconnected, and you were signed out.`,
        event === 'reset'
          ? 'Sign in with your password (if you have none, choose “Forgot your password?” first) and set up a new one here:'
          : 'Sign in with the invitation that we mail you separately, and set up a new one here:',
        `${publicUrl}/profile?tab=sign-in`,
        '',
        'If you didn’t ask for this, tell your administrator now.',
      ],
    }
  return {
    subject: 'How you sign in to Copydesk was changed',
    lines: [`On ${when}, ${CHANGED[event]}.`, 'If this wasn’t you, tell your administrator now.'],
  }
}

export function factorMail(owner: Owner, news: FactorNews): Mail {
  const { subject, lines } = linesOf(news)
  const hello = `Hello ${greetedNameOf(owner).replace(/[\r\n]+/g, ' ')}`.trim()
  return { to: owner.username, subject, text: `${[`${hello},`, '', ...lines].join('\n')}\n\nCopydesk\n` }
}
