import { isPermitted, type Permission } from '../../../access/permissions.ts'

/** A connected assistant is disconnected after so many days without use. */
export const UNUSED_DAYS_MAXIMUM = 30
/** It is disconnected after so many days, however much it is used. */
export const CONNECTED_DAYS_MAXIMUM = 365
/** From so many days without use, its row says when it will be disconnected. */
export const UNUSED_DAYS_NOTED = 20
/** With so many days left although it is used, its row says when it will be disconnected. */
export const ENDING_DAYS_NOTED = 7
/** How long a request waits for an answer. */
export const REQUEST_MINUTES = 10
/** Most characters that are shown of a name that a program chose. */
export const SHOWN_NAME_MAXIMUM = 60

/** Why a request can’t be answered. */
export const CONNECT_REFUSALS = ['off', 'host', 'unreadable', 'expired', 'invalid'] as const
export type ConnectRefusal = (typeof CONNECT_REFUSALS)[number]

interface Right {
  words: string
  /** Any of these is enough, as for the tools’ calls. */
  access: readonly Permission[]
}

/** What assistants can look up, by the permissions that their tools ask for. */
export const LOOKS_UP: readonly Right[] = [
  { words: 'articles', access: ['ManageArticles', 'PendingArticles', 'CreateArticle'] },
  { words: 'keywords', access: ['ViewKeywords'] },
  { words: 'reports', access: ['ViewKeywords'] },
  { words: 'stock', access: ['ViewKeywords'] },
]

/** What assistants can prepare. */
export const PREPARES: Readonly<Record<'draft' | 'comment' | 'tick' | 'plan', Right>> = {
  draft: { words: 'drafts', access: ['CreateArticle'] },
  comment: { words: 'comments', access: ['ViewKeywords'] },
  tick: { words: 'tick checklists', access: ['CreateArticle', 'ValidateArticles'] },
  plan: { words: 'plan keywords', access: ['CreateArticle'] },
}

const LIST = new Intl.ListFormat('en-GB')

const wordsOf = (rights: readonly Right[], granted: readonly Permission[]) =>
  rights.filter(({ access }) => isPermitted(granted, access)).map(({ words }) => words)

/** What an assistant of somebody with these permissions can look up, in a sentence. */
export function lookUpWords(granted: readonly Permission[]): string {
  const nouns = wordsOf(LOOKS_UP, granted)
  return `See ${nouns.length === 0 ? 'the names of the sites' : LIST.format(nouns)}, as you do`
}

/** What it can prepare, in a sentence; null if their role prepares nothing. */
export function prepareWords(granted: readonly Permission[]): string | null {
  const texts = wordsOf([PREPARES.draft, PREPARES.comment], granted)
  const acts = wordsOf([PREPARES.tick, PREPARES.plan], granted)
  const all = [...(texts.length === 0 ? [] : [`write ${texts.join(' and ')}`]), ...acts].join(', ')
  return all === '' ? null : all.charAt(0).toUpperCase() + all.slice(1)
}

/** Control characters, and those that change the direction of text. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Characters that show nothing between two letters. */
const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu

/** Letters that show nothing. */
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Marks on one letter beyond those that languages need. */
const PILE = /(\p{M}{3})\p{M}+/gu

/**
 * A name that a program chose, fit to be shown: on one line, and cut. Empty if nothing is left, or if it is the
 * product's own, or begins with that.
 */
export function shownName(name: string): string {
  const shown = name.replace(UNSHOWN, ' ').replace(BLANK, ' ').replace(IGNORED, '').replace(PILE, '$1')
  const line = shown.replace(/\s+/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(line) || /^copydesk(?![\p{L}\p{N}])/iu.test(line)) return ''
  const letters = [...line]
  return letters.length <= SHOWN_NAME_MAXIMUM ? line : `${letters.slice(0, SHOWN_NAME_MAXIMUM - 1).join('')}…`
}

/** Whether a text from an address looks like a host, so that nobody can put a sentence of their own there. */
export const isHostName = (host: string): boolean => /^[\w-]+(\.[\w-]+)*(:\d{1,5})?$/.test(host)
