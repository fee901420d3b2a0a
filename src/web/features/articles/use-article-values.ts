import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { FormTexts, faultsOf } from '#shared/features/articles/form.ts'
import { defaultTitle } from '#shared/features/articles/rules.ts'
import { formIssues } from '#web/ui/form-issues.ts'
import type { ArticleBody } from './queries.ts'

export interface ProductValues {
  /** Tells rows apart while they are moved; never sent. */
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

/** The article dialog as it is typed. */
export interface ArticleValues {
  siteId: number | undefined
  keywords: string[]
  title: string
  /** The title still follows the first keyword, because nobody has written one. */
  titleFollows: boolean
  imageUrl: string | null
  intro: string
  notes: string
  products: ProductValues[]
  faqs: FaqValues[]
}

export interface Preset {
  siteId?: number
  keywords?: string[]
}

export function blankValues({ siteId, keywords = [] }: Preset = {}): ArticleValues {
  return {
    siteId,
    keywords,
    title: defaultTitle(keywords[0] ?? ''),
    titleFollows: true,
    imageUrl: null,
    intro: '',
    notes: '',
    products: [],
    faqs: [],
  }
}

export function valuesOf(article: Article): ArticleValues {
  const keywords = article.keywords.map(({ keyword }) => keyword)
  return {
    siteId: article.site_id,
    keywords,
    title: article.title,
    titleFollows: article.title === '' || article.title === defaultTitle(keywords[0] ?? ''),
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

/** The values as they are sent, without the draft flag. */
export function bodyOf(values: ArticleValues): ArticleBody {
  const { titleFollows: _ours, products, faqs, ...rest } = values
  return {
    ...rest,
    products: products.map(({ key: _key, ...product }) => product),
    faqs: faqs.map(({ question }) => ({ question })),
  }
}

/**
 * The values as a save of a stored article sends them. Keywords go along only where they were changed here: others may
 * have added some since, and those stay.
 */
export function changeOf(values: ArticleValues, read: ArticleValues): ArticleBody {
  const { keywords, ...rest } = bodyOf(values)
  const isUntouched = values.keywords.join('\n') === read.keywords.join('\n')
  return isUntouched || keywords === undefined ? rest : { ...rest, keywords }
}

/** A change of the first keyword takes the title along until somebody has written one. */
export function withKeywords(values: ArticleValues, keywords: string[]): ArticleValues {
  const title = values.titleFollows ? defaultTitle(keywords[0] ?? '') : values.title
  return { ...values, keywords, title }
}

/** A written title stays; an emptied one follows the keyword again. */
export function withTitle(values: ArticleValues, title: string): ArticleValues {
  return { ...values, title, titleFollows: title === '' }
}

export const nextKey = (rows: readonly { key: number }[]) =>
  rows.reduce((most, { key }) => Math.max(most, key), -1) + 1

export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}

export const isSame = (one: ArticleValues, other: ArticleValues) =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

/** As the server reads it. */
const tidied = ({ asin, name, award, summary }: ProductValues) => ({
  asin: asin.trim().toUpperCase(),
  name: name.trim(),
  award: award.trim(),
  summary: summary.trim(),
})

/** The first fault of each field, by its path. */
export function issuesIn(values: ArticleValues, isDraft: boolean): Record<string, string> {
  const faults = faultsOf(
    {
      siteId: values.siteId,
      keywords: values.keywords.map((keyword) => ({ keyword })),
      title: values.title,
      products: values.products.map(tidied),
      faqs: values.faqs.map(({ question }) => ({ question: question.trim() })),
    },
    isDraft,
  )
  const found: Record<string, string> = {}
  for (const { path, message } of faults) found[path] ??= message
  return { ...formIssues(FormTexts, bodyOf(values)), ...found }
}

export type Issues = Readonly<Record<string, string>>

/** A fault whose field was just changed is not shown any longer; rows that moved lose theirs all at once. */
export function withoutIssue(issues: Issues, path: string): Issues {
  return Object.fromEntries(
    Object.entries(issues).filter(([key]) => key !== path && !key.startsWith(`${path}.`)),
  )
}

/** The values being typed and the faults shown beside them. */
export function useArticleValues(initial: ArticleValues) {
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<Issues>({})

  const clear = (path: string) => setIssues((shown) => withoutIssue(shown, path))
  return {
    values,
    issues,
    setValues,
    setIssues,
    set<Field extends keyof ArticleValues>(field: Field, value: ArticleValues[Field]) {
      setValues((previous) => ({ ...previous, [field]: value }))
      clear(field)
    },
    setKeywords(keywords: string[]) {
      setValues((previous) => withKeywords(previous, keywords))
      clear('keywords')
    },
    setTitle(title: string) {
      setValues((previous) => withTitle(previous, title))
      clear('title')
    },
    setProduct(index: number, change: Partial<ProductValues>) {
      setValues((previous) => ({
        ...previous,
        products: previous.products.map((row, at) => (at === index ? { ...row, ...change } : row)),
      }))
      for (const field of Object.keys(change)) clear(`products.${index}.${field}`)
    },
    setFaq(index: number, question: string) {
      setValues((previous) => ({
        ...previous,
        faqs: previous.faqs.map((row, at) => (at === index ? { ...row, question } : row)),
      }))
      clear(`faqs.${index}`)
    },
  }
}

export type ArticleFormState = ReturnType<typeof useArticleValues>
