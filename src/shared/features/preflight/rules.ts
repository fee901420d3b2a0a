import { type ArticleForm, type FormFault, faultsOf } from '../articles/form.ts'
import { statusLabel } from '../articles/rules.ts'

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
  'out-of-stock',
  'contradictory-award',
  'keyword-taken',
  'no-summary',
  'no-hero-image',
] as const
export type PreflightRule = (typeof PREFLIGHT_RULES)[number]

/** Tells an article's findings apart, and leads to the reason that was given for one. */
export const findingKey = ({ rule, subject }: { rule: string; subject: string }) => `${rule} ${subject}`

/** Statuses in which another article counts: it is there, or about to be. */
export const LIVE_STATUSES = ['draft', 'requested', 'returned', 'approved', 'published'] as const

export interface OtherArticle {
  id: number
  title: string
  status: string
  site: string
}

/** What the outside says of the form's products and keywords. */
export interface PreflightContext {
  /** By ASIN; one that could not be looked up is missing. */
  products: ReadonlyMap<string, 'in stock' | 'out of stock' | 'not known'>
  /** Awards that other articles give to products of this one. */
  awards: readonly { asin: string; award: string; article: OtherArticle }[]
  /** Other articles about a keyword of this one. */
  sameKeyword: readonly { keywordId: number; keyword: string; article: OtherArticle }[]
}

export interface PreflightFinding {
  rule: PreflightRule
  /** A blocking finding keeps the article from being submitted; a warning may be gone past with a reason. */
  level: 'blocking' | 'warning'
  /** Tells findings of one rule apart, and stays the same while the cause does. */
  subject: string
  message: string
  /** The field that is meant, e.g. `products.1.asin`; null where it is the whole article. */
  path: string | null
  /** The other article that is meant, where there is one. */
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

/** The product as the form shows it: by name where it has one. */
function placeOf(path: string): string {
  const [list, index] = path.split('.')
  if (list === 'products') return `Product ${Number(index) + 1}: `
  return list === 'faqs' ? `Question ${Number(index) + 1}: ` : ''
}

const warning = (
  rule: PreflightRule,
  subject: string,
  message: string,
  rest: Partial<Pick<PreflightFinding, 'path' | 'article'>> = {},
): PreflightFinding => ({ rule, level: 'warning', subject, message, path: null, article: null, ...rest })

function productWarnings(form: PreflightForm, { products, awards }: PreflightContext): PreflightFinding[] {
  return form.products.flatMap(({ asin, name, award, summary }, index) => {
    const found: PreflightFinding[] = []
    const path = `products.${index}`
    const called = name || asin || `Product ${index + 1}`
    const state = products.get(asin)
    if (state === 'not known') {
      const message = `The catalogue does not know ${asin}.`
      found.push(warning('unknown-asin', asin, message, { path: `${path}.asin` }))
    }
    if (state === 'out of stock') {
      found.push(warning('out-of-stock', asin, `${called} is out of stock.`, { path: `${path}.asin` }))
    }
    for (const other of awards) {
      const isSame = other.award.trim().toLowerCase() === award.trim().toLowerCase()
      if (other.asin !== asin || award === '' || isSame) continue
      const { article } = other
      const message = `${called} is “${award}” here and “${other.award}” in “${article.title}” (${statusLabel(article.status)}).`
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

/** All that speaks against submitting the article as it stands, the blocking first. */
export function preflight(form: PreflightForm, context: PreflightContext): PreflightFinding[] {
  const blocking = faultsOf(form, false).map(
    (fault): PreflightFinding => ({
      rule: ruleOfFault(fault),
      level: 'blocking',
      subject: fault.path,
      message: `${placeOf(fault.path)}${fault.message}`,
      path: fault.path,
      article: null,
    }),
  )
  const taken = context.sameKeyword.map(({ keywordId, keyword, article }) => {
    const message = `“${keyword}” has another article: “${article.title}” on ${article.site} (${statusLabel(article.status)}).`
    const subject = `${article.id} ${keywordId}`
    return warning('keyword-taken', subject, message, { path: 'keywords', article })
  })
  const whole: PreflightFinding[] = []
  if (form.products.length === 0) {
    whole.push(warning('no-products', '', 'The article has no products.', { path: 'products' }))
  }
  if (!form.imageUrl) {
    whole.push(warning('no-hero-image', '', 'The article has no hero image.', { path: 'imageUrl' }))
  }
  return [...blocking, ...whole, ...productWarnings(form, context), ...taken]
}

/** How many of the rules have nothing to say. */
export function passedRules(findings: readonly Pick<PreflightFinding, 'rule'>[]): number {
  return PREFLIGHT_RULES.length - new Set(findings.map(({ rule }) => rule)).size
}
