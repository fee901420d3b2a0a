import { useMemo } from 'react'
import type { ArticleText } from '#shared/features/articles/article-versions/contract.ts'
import { matchProducts } from '#shared/features/articles/article-versions/rules.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'

export type ArticleView = 'changes' | 'clean' | 'before'

/** A text at the time of the last return, and now. */
export interface TextPair {
  before: string
  after: string
}

type ProductText = ArticleText['products'][number]

export interface ProductPair {
  /** Index in the current article; null for a removed product. */
  index: number | null
  asin: TextPair
  name: TextPair
  award: TextPair
  summary: TextPair
  isNew: boolean
}

/** The contents of the page with their previous versions; both sides are equal if nothing is compared. */
export interface ArticleBlocks {
  title: TextPair
  imageUrl: string | null
  isOtherImage: boolean
  intro: TextPair
  notes: TextPair
  keywords: TextPair
  products: ProductPair[]
  faqs: TextPair[]
}

const NO_PRODUCT: ProductText = { asin: '', name: '', award: '', summary: '' }

/** The text of an article in the format of its versions. */
export function textOf(article: Article): ArticleText {
  return {
    title: article.title,
    intro: article.intro,
    notes: article.notes,
    image_url: article.image_url,
    keywords: article.keywords.map(({ keyword }) => keyword),
    products: article.products.map(({ asin, name, award, summary }) => ({
      asin,
      name,
      award,
      summary: summary ?? '',
    })),
    faqs: article.faqs.map(({ question }) => question),
  }
}

function productPairs(before: readonly ProductText[], after: readonly ProductText[]): ProductPair[] {
  const { pairs, removed } = matchProducts(before, after)
  const pairOf = (was: ProductText, is: ProductText) => ({
    asin: { before: was.asin, after: is.asin },
    name: { before: was.name, after: is.name },
    award: { before: was.award, after: is.award },
    summary: { before: was.summary, after: is.summary },
  })
  return [
    ...pairs.map(({ index, was, is }) => ({
      ...pairOf(was ?? NO_PRODUCT, is),
      index,
      isNew: was === undefined,
    })),
    ...removed.map((was) => ({ ...pairOf(was, NO_PRODUCT), index: null, isNew: false })),
  ]
}

/** Questions with the same text are paired; the others are paired in order. */
function questionPairs(before: readonly string[], after: readonly string[]): TextPair[] {
  const gone = before.filter((question) => !after.includes(question))
  const pairs = after.map((question) => ({
    before: before.includes(question) ? question : (gone.shift() ?? ''),
    after: question,
  }))
  return [...pairs, ...gone.map((question) => ({ before: question, after: '' }))]
}

/** The two sides of a view, between which the page marks the differences. */
function sidesOf(now: ArticleText, sentBack: ArticleText | null, view: ArticleView) {
  if (sentBack === null || view === 'clean') return [now, now] as const
  return view === 'before' ? ([sentBack, sentBack] as const) : ([sentBack, now] as const)
}

/** The contents of the page for a view: the current text, the returned text, or their differences. */
export function blocksOf(now: ArticleText, sentBack: ArticleText | null, view: ArticleView): ArticleBlocks {
  const [before, after] = sidesOf(now, sentBack, view)
  return {
    title: { before: before.title, after: after.title },
    imageUrl: after.image_url,
    isOtherImage: before.image_url !== after.image_url,
    intro: { before: before.intro ?? '', after: after.intro ?? '' },
    notes: { before: before.notes ?? '', after: after.notes ?? '' },
    keywords: { before: before.keywords.join(', '), after: after.keywords.join(', ') },
    products: productPairs(before.products, after.products),
    faqs: questionPairs(before.faqs, after.faqs),
  }
}

export const isChanged = ({ before, after }: TextPair): boolean => before !== after

export const isProductChanged = ({ asin, name, award, summary }: ProductPair): boolean =>
  [asin, name, award, summary].some(isChanged)

/** The same as a hook, for a loaded article. */
export function useBlocks(article: Article, sentBack: ArticleText | null, view: ArticleView): ArticleBlocks {
  return useMemo(() => blocksOf(textOf(article), sentBack, view), [article, sentBack, view])
}
