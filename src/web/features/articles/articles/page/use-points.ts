import { useState } from 'react'
import type { ArticleText } from '#shared/features/articles/article-versions/contract.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { QUOTE } from '../review/use-words.ts'
import { textOf } from './use-blocks.ts'

/** QA's request about one field of the article: a quote of the field, and the text after it. */
export interface Point {
  field: string
  words: string
  /** The field has changed since the article was returned, or its requester marked the point as done. */
  isAnswered: boolean
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a field, named as in its quote, has changed. */
function hasChanged(field: string, before: ArticleText, after: ArticleText): boolean {
  const parts: Readonly<Record<string, readonly (keyof ArticleText)[]>> = {
    Title: ['title', 'keywords', 'image_url'],
    Intro: ['intro'],
    Products: ['products'],
    Questions: ['faqs'],
    Notes: ['notes'],
  }
  const names = parts[field]
  if (names) return names.some((name) => !isSame(before[name], after[name]))
  const product = before.products[Number(field.replace('Product ', '')) - 1]
  return product !== undefined && !after.products.some((each) => isSame(each, product))
}

/** The quotes in QA's reason for the open return, in order. */
function quotesOf({ returns, status }: Article): { field: string; words: string }[] {
  const last = returns.at(-1)
  if (status !== 'returned' || last === undefined || last.kind !== 'return') return []
  return last.reason.split('\n').flatMap((line) => {
    const [, field, words = ''] = QUOTE.exec(line.trim()) ?? []
    return field ? [{ field, words }] : []
  })
}

/** The open points of a return. A point is done when its field has changed, or when the user ticks it. */
export function usePoints(article: Article, sentBack: ArticleText | null) {
  const [byHand, setByHand] = useState<ReadonlySet<number>>(new Set())
  const now = textOf(article)
  const points = quotesOf(article).map(
    (quote, at): Point => ({
      ...quote,
      isAnswered: byHand.has(at) || (sentBack !== null && hasChanged(quote.field, sentBack, now)),
    }),
  )
  const toggle = (at: number) =>
    setByHand((before) => {
      const next = new Set(before)
      if (!next.delete(at)) next.add(at)
      return next
    })
  return { points, toggle }
}
export type ArticlePoints = ReturnType<typeof usePoints>
