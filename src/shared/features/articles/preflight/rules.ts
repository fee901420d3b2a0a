import { likenessOf, nameIdentity, type ShopProduct } from '../../products/products/rules.ts'
import { type ArticleForm, type FormFault, faultsOf } from '../articles/form.ts'
import { ASIN_LENGTH, statusLabel } from '../articles/rules.ts'

/** Everything that is looked at before an article is submitted; the first seven refuse it. */
export const PREFLIGHT_RULES = [
  'site',
  'keyword',
  'asin',
  'asin-unique',
  'product-name',
  'product-award',
  'question',
  'no-products',
  'unknown-asin',
  'other-product',
  'out-of-stock',
  'contradictory-award',
  'keyword-taken',
  'no-summary',
  'no-hero-image',
] as const
export type PreflightRule = (typeof PREFLIGHT_RULES)[number]

/** Identity of a finding within an article; also the key of its override. */
export const findingKey = ({ rule, subject }: { rule: string; subject: string }) => `${rule} ${subject}`

/** Statuses in which another article counts: it is there, or about to be. */
export const LIVE_STATUSES = ['draft', 'requested', 'returned', 'approved', 'published'] as const

export interface OtherArticle {
  id: number
  title: string
  status: string
  site: string
}

export interface LivePost {
  id: number
  keyword: string
  title: string
  site: string
}

/** What the catalogue says of an ASIN. */
export interface ShopFacts {
  stock: 'in stock' | 'out of stock' | 'not known'
  /** The product, if the catalogue returned it just now: old data must not cause a warning. */
  product: ShopProduct | null
}

/** What the outside says of the form's products and keywords. */
export interface PreflightContext {
  /** By ASIN; one that could not be looked up is missing. */
  products: ReadonlyMap<string, ShopFacts>
  /** Awards that other articles give to products of this one. */
  awards: readonly { asin: string; award: string; article: OtherArticle }[]
  /** Other articles about a keyword of this one. */
  sameKeyword: readonly { keywordId: number; keyword: string; article: OtherArticle }[]
  /** Live posts with one of its keywords that were not written here. */
  livePosts: readonly LivePost[]
}

export interface PreflightFinding {
  rule: PreflightRule
  /** A blocking finding prevents submitting the article; a warning can be overridden with a reason. */
  level: 'blocking' | 'warning'
  /** The article cannot be submitted without a reason for this warning. */
  needsReason: boolean
  /** Distinguishes findings of one rule, and is stable while the cause exists. */
  subject: string
  message: string
  /** Path of the field, e.g. `products.1.asin`; null for the whole article. */
  path: string | null
  /** The other article involved, if any. */
  article: OtherArticle | null
}

export interface PreflightForm extends ArticleForm {
  imageUrl: string | null
}

function ruleOfFault({ path, message }: FormFault): PreflightRule {
  if (path === 'siteId') return 'site'
  if (path.startsWith('keywords')) return 'keyword'
  if (path.startsWith('faqs')) return 'question'
  if (path.endsWith('.name')) return 'product-name'
  if (path.endsWith('.award')) return 'product-award'
  return message === 'ASIN must be unique' ? 'asin-unique' : 'asin'
}

/** A fault in the words of its field; half an ASIN is called what it is. */
function messageOf({ path, message }: FormFault, { products }: PreflightForm): string {
  const [list, index, field] = path.split('.')
  const asin = list === 'products' && field === 'asin' ? products[Number(index)]?.asin : undefined
  return asin && asin.length < ASIN_LENGTH ? `${message}; ${asin} has ${asin.length}` : message
}

/** Display name of a product in the form: its name if it has one. */
function placeOf(path: string): string {
  const [list, index] = path.split('.')
  if (list === 'products') return `Product ${Number(index) + 1}: `
  return list === 'faqs' ? `Question ${Number(index) + 1}: ` : ''
}

const warning = (
  rule: PreflightRule,
  subject: string,
  message: string,
  rest: Partial<Pick<PreflightFinding, 'path' | 'article' | 'needsReason'>> = {},
): PreflightFinding => ({
  rule,
  level: 'warning',
  needsReason: false,
  subject,
  message,
  path: null,
  article: null,
  ...rest,
})

const SUBJECT_MAXIMUM = 100

/** A product whose name does not fit what the shop sells under its ASIN; its cause are the two together. */
export function otherProductFinding(
  { asin, name }: { asin: string; name: string },
  index: number,
  product: ShopProduct,
): PreflightFinding | null {
  const likeness = likenessOf(name, product)
  if (likeness === 'same') return null
  const isOther = likeness === 'other'
  const shop = `${asin} is “${product.title}” in the shop`
  const message = isOther
    ? `Product ${index + 1}: ${shop}, not “${name}”.`
    : `Product ${index + 1}: ${shop}; is that “${name}”?`
  const subject = `${asin} ${nameIdentity(name)}`.slice(0, SUBJECT_MAXIMUM).trim()
  return warning('other-product', subject, message, { path: `products.${index}.name`, needsReason: isOther })
}

const tidyAward = (award: string) => award.trim().toLowerCase()

/** An award that an earlier product in the article already has, so that it is ambiguous for readers. */
function sameAwardFinding({ products }: PreflightForm, index: number): PreflightFinding | null {
  const { asin = '', award = '' } = products[index] ?? {}
  const first = products.findIndex((other) => tidyAward(other.award) === tidyAward(award))
  if (tidyAward(award) === '' || first === index) return null
  const message = `Product ${index + 1} has the award of product ${first + 1}, “${award.trim()}”.`
  const subject = `${asin} ${tidyAward(award)}`.slice(0, SUBJECT_MAXIMUM).trim()
  return warning('contradictory-award', subject, message, { path: `products.${index}.award` })
}

function productWarnings(form: PreflightForm, { products, awards }: PreflightContext): PreflightFinding[] {
  return form.products.flatMap(({ asin, name, award, summary }, index) => {
    const found: PreflightFinding[] = []
    const path = `products.${index}`
    const called = name || asin || `Product ${index + 1}`
    const { stock, product } = products.get(asin) ?? {}
    if (stock === 'not known') {
      const message = `${asin} isn’t in the catalogue.`
      found.push(warning('unknown-asin', asin, message, { path: `${path}.asin` }))
    }
    const other = product && otherProductFinding({ asin, name }, index, product)
    if (other) found.push(other)
    if (stock === 'out of stock') {
      found.push(warning('out-of-stock', asin, `${called} is out of stock.`, { path: `${path}.asin` }))
    }
    const twice = sameAwardFinding(form, index)
    if (twice) found.push(twice)
    for (const elsewhere of awards) {
      if (elsewhere.asin !== asin || award === '' || tidyAward(elsewhere.award) === tidyAward(award)) continue
      const { article } = elsewhere
      const message = `${called} is “${award}” here and “${elsewhere.award}” in “${article.title}” (${statusLabel(article.status)}).`
      const subject = `${asin} ${article.id}`
      found.push(warning('contradictory-award', subject, message, { path: `${path}.award`, article }))
    }
    if (summary === '' && asin !== '') {
      const message = `Product ${index + 1} has no summary; its card will look empty.`
      found.push(warning('no-summary', asin, message, { path: `${path}.summary` }))
    }
    return found
  })
}

/** Everything that blocks the article, determined from the form alone. */
export function blockingFindings(form: PreflightForm): PreflightFinding[] {
  return faultsOf(form, false).map((fault) => ({
    rule: ruleOfFault(fault),
    level: 'blocking',
    needsReason: false,
    subject: fault.path,
    message: `${placeOf(fault.path)}${messageOf(fault, form)}`,
    path: fault.path,
    article: null,
  }))
}

/** All findings against submitting the article, blocking ones first. */
export function preflight(form: PreflightForm, context: PreflightContext): PreflightFinding[] {
  const taken = context.sameKeyword.map(({ keywordId, keyword, article }) => {
    const message = `“${keyword}” has another article: “${article.title}” on ${article.site} (${statusLabel(article.status)}).`
    const subject = `${article.id} ${keywordId}`
    return warning('keyword-taken', subject, message, { path: 'keywords', article })
  })
  const live = context.livePosts.map(({ id, keyword, title, site }) => {
    const message = `“${keyword}” already has a live post: “${title}” on ${site}.`
    return warning('keyword-taken', `post ${id}`, message, { path: 'keywords' })
  })
  const whole: PreflightFinding[] = []
  if (form.products.length === 0) {
    whole.push(warning('no-products', '', 'The article has no products.', { path: 'products' }))
  }
  if (!form.imageUrl) {
    whole.push(warning('no-hero-image', '', 'The article has no hero image.', { path: 'imageUrl' }))
  }
  return [...blockingFindings(form), ...whole, ...productWarnings(form, context), ...taken, ...live]
}

/** How many of the rules have nothing to say. */
export function passedRules(findings: readonly Pick<PreflightFinding, 'rule'>[]): number {
  return PREFLIGHT_RULES.length - new Set(findings.map(({ rule }) => rule)).size
}
