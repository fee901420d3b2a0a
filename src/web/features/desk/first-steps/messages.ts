import type { FirstStep, FirstSystem } from '#shared/features/desk/first-steps/rules.ts'

export const FAILURES = {
  read: 'Couldn’t load the first steps.',
  save: 'Couldn’t save this step.',
} as const

export const TITLES: Readonly<Record<FirstStep, string>> = {
  site: 'Add your first site',
  posts: 'Import its existing posts',
  keywords: 'Choose the keywords to track',
  people: 'Invite people',
  systems: 'Connect your systems',
}

/** Heading above the list, by the next step. */
export const NEXT: Readonly<Record<FirstStep, string>> = {
  site: 'Next: add your first site.',
  posts: 'Next: import your posts.',
  keywords: 'Next: choose keywords.',
  people: 'Next: invite people.',
  systems: 'Next: connect your systems.',
}

export const SYSTEMS: Readonly<Record<FirstSystem, { name: string; about: string }>> = {
  Mail: {
    name: 'Mail',
    about: 'Until it is set up, invitations wait in the outbox.',
  },
  Products: { name: 'Amazon', about: 'Prices, stock and product data.' },
  Searches: { name: 'Search Console', about: 'Real queries, striking distance, focus keywords.' },
  'Share of voice': { name: 'Share of voice', about: 'Who holds each keyword, every morning.' },
  'Keyword market': { name: 'Keyword market', about: 'Search volume, competition and Product Search.' },
  Tasks: { name: 'Task board', about: 'Optional: without one, Copydesk uses its built-in board.' },
}

/** Adapter of a system that is not connected. */
export const NOT_CONNECTED = 'built-in'

export const SET_UP = 'You’re set up.'
export const SET_UP_ABOUT = 'Request your first article. You can hide this page.'
export const ABOUT = 'Five steps, about ten minutes. Only the first is required.'
export const ALONE = 'You’re the only one here. Operations managers request articles, QA approves them.'
export const MEANWHILE = 'You can leave this page; anything running continues.'
export const NEEDS_SITE = 'Needs a site'
export const TRY_COMMAND = 'DATA_DIR=./sample npm start'
/** A run without a new post for this long counts as stuck, in ms. */
export const STALE_MS = 120_000
