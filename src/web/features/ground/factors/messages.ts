import type { Factor } from '#shared/features/ground/factors/rules.ts'

/** All texts of the second factor, except the messages of the contract and of the server. */
export const MESSAGES = {
  confirmTitle: 'Confirm it’s you',
  needsFactor: 'Your account needs a second factor.',
  lastMinute: 'This step ends in 1 minute.',
  lost: 'I’ve lost all of these',
  askAdmin: 'Ask an administrator to reset your second factor. You’ll get a link by mail.',
  passkeyPrompt:
    'Use your fingerprint, face or screen lock on this device or another one that has your passkey.',
  notConfirmed: 'Couldn’t confirm it’s you',
  passkeyFailed: 'Couldn’t use the passkey',
} as const

export const FACTOR_LABELS: Readonly<Record<Factor, string>> = {
  passkey: 'Passkey',
  totp: 'Code',
  recovery: 'Recovery code',
}
