import { permissionLabel } from '#shared/access/permission-words.ts'
import type { Permission } from '#shared/access/permissions.ts'
import type { ApiToken } from '#shared/features/ground/tokens/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { relativeTime } from '#shared/format/relative-time.ts'

/** Whose tokens are shown: the user's own, those of a service account, or those of another person. */
export type TokenHolder = 'own' | 'service' | 'person'

export interface TokenAccount {
  holder: TokenHolder
  /** Null for the user's own. */
  userId: number | null
  /** What the account may do now. */
  permissions: readonly Permission[]
  /** The recipient of reminders before a token ends: `you`, or the name of the owner. */
  reminded: string
}

/** All texts of API tokens, except the messages of the contract and of the server. */
export const MESSAGES = {
  notMade: 'Couldn’t make the token',
  notRotated: 'Couldn’t rotate the token',
  revoked: 'Token revoked',
  removed: 'Token removed',
  disconnected: 'Assistant disconnected',
  notDisconnected: 'Couldn’t disconnect the assistant',
  notRevoked: 'Couldn’t revoke the token',
  notRemoved: 'Couldn’t remove the token',
  oldEnded: 'Old token ended',
  oldNotEnded: 'Couldn’t end the old token',
  nothingAllowed: 'Your workspace doesn’t allow personal tokens.',
  shownOnce: 'Copydesk keeps only a fingerprint of it.',
  canChange: 'Leave this off and it can only read.',
  locked: 'Tokens don’t work while the account is locked.',
  mayLeak: 'Choose this if it may have leaked.',
  neverMore: {
    own: 'Never more than you can do yourself. If your role changes, the token’s rights change from the next call on.',
    service:
      'Never more than the account’s role allows. If the role changes, the token’s rights change from the next call on.',
  },
  stops: 'Stops at once when your account is locked or you revoke it.',
  needsYou: 'Can’t manage people, sign-in, access or the database. Do those yourself.',
  looksUp: 'Articles, keywords, posts, products and what they earn, as far as you can see them.',
  prepares: 'Also drafts, comments, checklists and the plan. You send drafts to QA yourself.',
  noTokenNeeded: 'No token needed.',
  pasteAddress: 'Paste this address:',
  waiting: 'Waiting for its first call…',
  connected: 'Connected: it has just called.',
  copyConnection: 'Copy the settings',
  firstQuestion: 'Then ask it: “What’s waiting for me in Copydesk?”',
  outlives: 'Your tokens stop when your account is locked.',
} as const

/** Shown before a token with this lifetime is made for an assistant. */
export const connectLead = (days: number) =>
  `Make a token for the program, then add Copydesk to it. The token ends after ${countedIn(days, 'day')}. We’ll remind you; rotate it before then.`

export const sendsBack = (name: string) => `${name} sends you back here to allow it.`

/** Titles of a failed load. */
export const FAILED: Readonly<Record<TokenHolder, string>> = {
  own: 'Your tokens couldn’t be loaded.',
  service: 'The tokens couldn’t be loaded.',
  person: 'The tokens couldn’t be loaded.',
}

export const EMPTY: Readonly<Record<TokenHolder, string>> = {
  own: 'No tokens yet. Make one to let a script or a tool read Copydesk as you.',
  service: 'No tokens yet. Make one for the program that uses this account.',
  person: 'No tokens.',
}

export const limitReached = (holder: TokenHolder, most: number) =>
  `${holder === 'own' ? 'You have' : 'This account has'} ${countedIn(most, 'token')}, the most your workspace allows. Revoke one first.`

const POSSESSIVES: Readonly<Record<TokenHolder, string>> = { own: 'your', service: 'its', person: 'their' }

/** What a token may use, in one line: all, one by its name, or a number of them. */
export function scopeWords(holder: TokenHolder, chosen: readonly Permission[] | null, all: number): string {
  const whose = POSSESSIVES[holder]
  if (chosen === null) return `All ${whose} permissions`
  const [only] = chosen
  return chosen.length === 1 && only
    ? permissionLabel(only)
    : `${chosen.length} of ${whose} ${all} permissions`
}

export const lifeWords = (days: number) => (days === 365 ? '1 year' : countedIn(days, 'day'))

/** `We’ll remind you 14 and 3 days before.` */
export function reminderWords(days: readonly number[], owner: string): string {
  if (days.length === 0) return ''
  return ` We’ll remind ${owner} ${days.join(' and ')} days before.`
}

const lastUseWords = (moment: string | null, address: string | null, now: Date) =>
  moment === null
    ? 'It was never used.'
    : `It was used ${relativeTime(moment, now)}${address === null ? '' : ` from ${address}`}. Programs that use it stop working at once.`

/** Asked before a token is revoked. */
export const revokeQuestion = ({ name, last_used_at: at, last_address: address }: ApiToken) => ({
  title: `Revoke “${name}”?`,
  content: `${lastUseWords(at, address, new Date())} This can’t be undone.`,
  okText: 'Revoke',
  cancelText: 'Cancel',
  danger: true,
})

/** Asked before an administrator disconnects somebody's assistant. */
export const disconnectQuestion = ({ name, assistant_host: host, last_used_at: at }: ApiToken) => ({
  title: `Disconnect ${name}?`,
  content: `It’s run by ${host}. ${at === null ? 'It was never used.' : `It was used ${relativeTime(at, new Date())}.`} It stops working at once.`,
  okText: 'Disconnect',
  cancelText: 'Cancel',
  danger: true,
})

/** Asked before the replaced token is ended ahead of its time. */
export const endOldQuestion = ({ name, old }: ApiToken) => ({
  title: `End the old token of “${name}”?`,
  content: lastUseWords(old?.last_used_at ?? null, null, new Date()),
  okText: 'End the old one',
  cancelText: 'Cancel',
  danger: true,
})

export const rotationWords = (until: string) =>
  `You get a new token with the same rights. The old one keeps working until ${until}, so that you can swap it without an outage.`

export const ENDED_ROTATION =
  'You get a new token with the same rights and lifetime. The old one has already ended.'

/** Asked before the only chance to copy a token passes. */
export const CLOSE_SECRET = {
  title: 'Close without copying the token?',
  content: 'You won’t see it again. You can rotate it to get another one.',
  okText: 'Close',
  cancelText: 'Go back',
  danger: true,
} as const

/** A call by which users can try their token in a terminal. */
export const curlLines = (origin: string, secret: string) =>
  `curl ${origin}/api/profile \\\n  -H "Authorization: Bearer ${secret}"`

/** Programs that speak the Model Context Protocol, as their makers name them. Their settings change without us. */
export const ASSISTANTS = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Other'] as const
export type AssistantName = (typeof ASSISTANTS)[number]

/** Those that ask for consent instead of a token, with what to do in their menus, which change without us. */
export const CONSENTING = [
  {
    name: 'Claude',
    host: 'claude.ai',
    how: 'In Claude, open Settings, Connectors, and choose Add custom connector.',
  },
  {
    name: 'ChatGPT',
    host: 'chatgpt.com',
    how: 'In ChatGPT, open Settings, Apps & Connectors, and choose Create. It needs developer mode.',
  },
] as const
export type ConsentingName = (typeof CONSENTING)[number]['name']

const json = (settings: object) => JSON.stringify(settings, null, 2)

interface Connection {
  /** What to do with the text below. */
  how: string
  /** A command or settings. Contains the token. */
  text: string
}

/** How to connect each of them to the server at this origin. */
export function connectionOf(name: AssistantName, origin: string, token: string): Connection {
  const url = `${origin}/api/mcp`
  const headers = { Authorization: `Bearer ${token}` }
  switch (name) {
    case 'Claude Code':
      return {
        how: 'Run this in a terminal:',
        text: `claude mcp add --transport http copydesk \\\n  ${url} \\\n  --header "Authorization: Bearer ${token}"`,
      }
    case 'Claude Desktop':
      return {
        how: 'Add this to claude_desktop_config.json and restart Claude. It needs Node.js on your computer.',
        text: json({
          mcpServers: {
            copydesk: {
              command: 'npx',
              args: ['mcp-remote', url, '--header', 'Authorization:Bearer $' + '{COPYDESK_TOKEN}'],
              env: { COPYDESK_TOKEN: token },
            },
          },
        }),
      }
    case 'Cursor':
      return {
        how: 'Add this to ~/.cursor/mcp.json:',
        text: json({ mcpServers: { copydesk: { url, headers } } }),
      }
    case 'VS Code':
      return {
        how: 'Add this to .vscode/mcp.json, and keep the file out of your repository:',
        text: json({ servers: { copydesk: { type: 'http', url, headers } } }),
      }
    default:
      return {
        how: 'Give the program this address and header:',
        text: `${url}\nAuthorization: Bearer ${token}`,
      }
  }
}
