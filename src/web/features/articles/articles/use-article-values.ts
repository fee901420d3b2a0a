import type { Article } from '#shared/features/articles/articles/contract.ts'
import { type ArticleForm, FormTexts, faultsOf } from '#shared/features/articles/articles/form.ts'
import { defaultTitle, PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { type Issues, issuesIn } from '#web/ui/form/issues.ts'
import type { ArticleBody } from './queries.ts'

export interface ProductValues {
  /** Identifies rows while they are reordered; never sent. */
  key: number
  asin: string
  name: string
  award: string
  summary: string
}

export interface FaqValues {
  key: number
  question: string
}

/** The values of the article dialog as typed. */
export interface ArticleValues {
  siteId: number | undefined
  keywords: string[]
  title: string
  imageUrl: string | null
  intro: string
  notes: string
  products: ProductValues[]
  faqs: FaqValues[]
}

export interface Preset {
  siteId?: number
  keywords?: string[]
  /** Proposed products for the user to keep or remove; those without a name have to be named manually. */
  products?: readonly { asin: string; name: string }[]
}

export function blankValues({ siteId, keywords = [], products = [] }: Preset = {}): ArticleValues {
  return {
    siteId,
    keywords,
    title: defaultTitle(keywords[0] ?? ''),
    imageUrl: null,
    intro: '',
    notes: '',
    products: products.map(({ asin, name }, key) => ({
      key,
      asin,
      name: name.slice(0, PRODUCT_NAME_MAXIMUM).trim(),
      award: '',
      summary: '',
    })),
    faqs: [],
  }
}

export function articleValuesOf(article: Article): ArticleValues {
  const keywords = article.keywords.map(({ keyword }) => keyword)
  return {
    siteId: article.site_id,
    keywords,
    title: article.title,
    imageUrl: article.image_url,
    intro: article.intro ?? '',
    notes: article.notes ?? '',
    products: article.products.map(({ asin, name, award, summary }, key) => ({
      key,
      asin,
      name,
      award,
      summary: summary ?? '',
    })),
    faqs: article.faqs.map(({ question }, key) => ({ key, question })),
  }
}

/** The values in the shape of the request, without the draft flag. */
export function bodyOf(values: ArticleValues): ArticleBody {
  const { products, faqs, ...rest } = values
  return {
    ...rest,
    products: products.map(({ key: _key, ...product }) => product),
    faqs: faqs.map(({ question }) => ({ question })),
  }
}

/**
 * The values for saving a stored article. Keywords are only sent if they were changed here, so that keywords
 * that other users added are kept.
 */
export function changeOf(values: ArticleValues, read: ArticleValues): ArticleBody {
  const { keywords, ...rest } = bodyOf(values)
  const isUntouched = values.keywords.join('\n') === read.keywords.join('\n')
  return isUntouched || keywords === undefined ? rest : { ...rest, keywords }
}

/** A title that the user has not edited follows the first keyword. */
export function withKeywords(values: ArticleValues, keywords: string[]): ArticleValues {
  const isOurs = values.title === '' || values.title === defaultTitle(values.keywords[0] ?? '')
  return { ...values, keywords, title: isOurs ? defaultTitle(keywords[0] ?? '') : values.title }
}

export const nextKey = (rows: readonly { key: number }[]) =>
  rows.reduce((most, { key }) => Math.max(most, key), -1) + 1

export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}

/** Normalized like on the server. */
const tidied = ({ asin, name, award, summary }: ProductValues) => ({
  asin: asin.trim().toUpperCase(),
  name: name.trim(),
  award: award.trim(),
  summary: summary.trim(),
})

/** The values that the rules of the form and of the server check. */
export function checkedOf(values: ArticleValues): ArticleForm & { imageUrl: string | null } {
  return {
    siteId: values.siteId,
    keywords: values.keywords.map((keyword) => ({ keyword })),
    title: values.title,
    imageUrl: values.imageUrl,
    products: values.products.map(tidied),
    faqs: values.faqs.map(({ question }) => ({ question: question.trim() })),
  }
}

/** The first issue of each field, by path. */
export function faultsIn(values: ArticleValues, isDraft: boolean): Issues {
  const faults = faultsOf(checkedOf(values), isDraft)
  const issues: Record<string, string> = {}
  for (const { path, message } of faults) issues[path] ??= message
  return { ...issuesIn(FormTexts, bodyOf(values)), ...issues }
}

export type ArticleFormStore = Form<ArticleValues>

/** Changes one row of a list and keeps the identity of the other rows. */
export function changeRow<Row>(rows: readonly Row[], index: number, change: Partial<Row>): Row[] {
  return rows.map((row, at) => (at === index ? { ...row, ...change } : row))
}
