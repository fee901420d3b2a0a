import { useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { ApiError } from '#web/api/api-error.ts'
import { type ArticleValues, bodyOf, valuesOf } from './use-article-values.ts'

/** The fields that two people can write differently. */
export const FIELD_LABELS = {
  siteId: 'Site',
  keywords: 'Keyword',
  title: 'Title',
  imageUrl: 'Hero image',
  intro: 'Intro',
  notes: 'Notes',
  products: 'Products',
  faqs: 'FAQs',
} as const
export type ConflictField = keyof typeof FIELD_LABELS

const FIELDS = keysOf(FIELD_LABELS)

export interface Conflict {
  mine: ArticleValues
  theirs: ArticleValues
  /** The fields that both changed, and differently. */
  fields: readonly ConflictField[]
  choice: Readonly<Partial<Record<ConflictField, 'mine' | 'theirs'>>>
}

const differs = (field: ConflictField, one: ArticleValues, other: ArticleValues) =>
  JSON.stringify(bodyOf(one)[field]) !== JSON.stringify(bodyOf(other)[field])

function pick(field: ConflictField, from: ArticleValues, into: ArticleValues): ArticleValues {
  const titleFollows = field === 'title' ? from.titleFollows : into.titleFollows
  return { ...into, [field]: from[field], titleFollows }
}

/**
 * Three versions of an article become one: a field that only one side changed keeps that change, a field that
 * both changed stays as it is typed here until the person decides.
 */
export function merge(base: ArticleValues, mine: ArticleValues, theirs: ArticleValues) {
  let values = mine
  const fields: ConflictField[] = []
  for (const field of FIELDS) {
    if (!differs(field, theirs, mine) || !differs(field, base, theirs)) continue
    if (differs(field, base, mine)) fields.push(field)
    else values = pick(field, theirs, values)
  }
  return { values, fields }
}

/** The article as somebody else has saved it, if that is why a save was refused. */
export function currentArticleIn(error: unknown): Article | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const details = error.details
  if (typeof details !== 'object' || details === null || !('current' in details)) return null
  // The contract says so: a save on an old version answers with the article as it is now.
  return details.current as Article | null
}

interface ConflictParts {
  values: ArticleValues
  setValues: (values: ArticleValues) => void
}

/** Both versions of each field that two people changed, and which of them is in the form. */
export function useConflict({ values, setValues }: ConflictParts) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // The refusal comes a while after the save was asked for, and people go on typing meanwhile.
  const latest = useRef(values)
  latest.current = values
  return {
    conflict,
    isOpen: conflict?.fields.some((field) => conflict.choice[field] === undefined) ?? false,
    raise(base: ArticleValues, current: Article) {
      const theirs = valuesOf(current)
      const mine = latest.current
      const merged = merge(base, mine, theirs)
      setValues(merged.values)
      setConflict({ mine, theirs, fields: merged.fields, choice: {} })
    },
    choose(field: ConflictField, side: 'mine' | 'theirs') {
      if (!conflict) return
      // What was typed since is mine too: it comes back when the choice is changed again.
      const mine = conflict.choice[field] === 'theirs' ? conflict.mine : pick(field, values, conflict.mine)
      setConflict({ ...conflict, mine, choice: { ...conflict.choice, [field]: side } })
      setValues(pick(field, side === 'mine' ? mine : conflict.theirs, values))
    },
    settle: () => setConflict(null),
  }
}

export type ConflictState = ReturnType<typeof useConflict>
