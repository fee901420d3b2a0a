import { z } from 'zod'
import { IdInBody, requiredText, text } from '../../../http/fields.ts'
import { KEYWORD_MAXIMUM } from '../../keywords/keywords/contract.ts'
import { tidyKeyword } from '../../keywords/keywords/rules.ts'
import {
  ASIN_LENGTH,
  AWARD_MAXIMUM,
  KEYWORDS_MAXIMUM,
  PRODUCT_NAME_MAXIMUM,
  QUESTION_MAXIMUM,
  REASON_MAXIMUM,
  repeatedAsins,
  SUMMARY_MAXIMUM,
  TEXT_MAXIMUM,
  TITLE_MAXIMUM,
} from './rules.ts'

const ProductFields = z.object({
  asin: text(40)
    .default('')
    .transform((asin) => asin.trim().toUpperCase()),
  name: text(PRODUCT_NAME_MAXIMUM)
    .default('')
    .transform((name) => name.trim()),
  award: text(AWARD_MAXIMUM)
    .default('')
    .transform((award) => award.trim()),
  summary: text(SUMMARY_MAXIMUM)
    .nullish()
    .transform((summary) => summary?.trim() ?? ''),
})
export type ProductFields = z.output<typeof ProductFields>

/**
 * Products as typed: incomplete ones are allowed, and lengths are checked. `display_name` is an alias of the
 * name.
 */
export const Products = z
  .array(
    z.preprocess((row) => {
      if (typeof row !== 'object' || row === null || !('display_name' in row)) return row
      return { name: row.display_name, ...row }
    }, ProductFields),
  )
  .max(100)

export const Faqs = z
  .array(
    z.object({
      question: text(QUESTION_MAXIMUM)
        .default('')
        .transform((question) => question.trim()),
    }),
  )
  .max(100)

/** An existing keyword by id, or a new one by its words. */
const KeywordChoice = z.union([
  z.object({ keyword_id: IdInBody, keyword: text(KEYWORD_MAXIMUM).optional() }),
  z.object({ keyword: text(KEYWORD_MAXIMUM).transform(tidyKeyword) }),
  text(KEYWORD_MAXIMUM).transform((keyword) => ({ keyword: tidyKeyword(keyword) })),
])

/** Allowed picture addresses: our own, https, or a store on the same machine for trying it out. */
const PICTURE_ADDRESS =
  /^\/images\/[\w.-]+$|^https:\/\/[^\s/]|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/\S+$/

/** Our own picture, or an external one that a browser can load safely. */
const ImageUrl = text(2000).refine(
  (url) => url === '' || PICTURE_ADDRESS.test(url),
  'The image address must begin with https://',
)

/** Request body of the article dialog: types and lengths only. Required fields depend on draft or submit. */
export const FormBody = z.object({
  siteId: IdInBody,
  keywords: z.array(KeywordChoice).max(KEYWORDS_MAXIMUM),
  title: text(TITLE_MAXIMUM).transform((title) => title.trim()),
  imageUrl: ImageUrl.nullable(),
  intro: text(TEXT_MAXIMUM).nullable(),
  notes: text(TEXT_MAXIMUM).nullable(),
  products: Products,
  faqs: Faqs,
  draft: z.boolean(),
})

/** The text fields. Text that is too long is refused, never truncated. */
export const FormTexts = FormBody.pick({ title: true, intro: true, notes: true, products: true, faqs: true })

/** Input of `faultsOf`: the whole article as it would be saved. */
export interface ArticleForm {
  siteId?: number | undefined
  keywords: readonly { keyword_id?: number; keyword?: string }[]
  title: string
  products: readonly ProductFields[]
  faqs: readonly { question: string }[]
}

export interface FormFault {
  /** Path of the field, e.g. `products.2.asin`. */
  path: string
  message: string
}

function productFaults(product: ProductFields, index: number, isDraft: boolean): FormFault[] {
  const fault = (field: string, message: string) => ({ path: `products.${index}.${field}`, message })
  const faults: FormFault[] = []
  if (product.asin === '') {
    if (!isDraft) faults.push(fault('asin', 'Missing ASIN'))
  } else if (product.asin.length !== ASIN_LENGTH) {
    faults.push(fault('asin', `ASIN must have ${ASIN_LENGTH} characters`))
  } else if (!/^[A-Z0-9]+$/.test(product.asin)) {
    faults.push(fault('asin', 'ASIN may only have letters and digits'))
  }
  if (!isDraft && product.award === '') faults.push(fault('award', 'Missing award'))
  if (!isDraft && product.name === '') faults.push(fault('name', 'Missing name'))
  return faults
}

/**
 * Every error that prevents saving an article. A draft needs its site and keyword, and all typed values must
 * be well-formed. A submitted article needs everything.
 */
export function faultsOf(form: ArticleForm, isDraft: boolean): FormFault[] {
  const faults: FormFault[] = []
  if (form.siteId === undefined) faults.push({ path: 'siteId', message: 'Missing Site' })
  const isWord = (choice: ArticleForm['keywords'][number]) =>
    choice.keyword_id !== undefined || choice.keyword !== ''
  if (!form.keywords.some(isWord)) faults.push({ path: 'keywords', message: 'Missing keyword' })
  for (const [index, product] of form.products.entries())
    faults.push(...productFaults(product, index, isDraft))
  for (const index of repeatedAsins(form.products.map(({ asin }) => asin))) {
    faults.push({ path: `products.${index}.asin`, message: 'ASIN must be unique' })
  }
  if (!isDraft) {
    for (const [index, faq] of form.faqs.entries()) {
      if (faq.question === '') faults.push({ path: `faqs.${index}.question`, message: 'Missing question' })
    }
  }
  return faults
}

/** Form of the reason dialog. */
export const Reason = z.object({ reason: requiredText(REASON_MAXIMUM, 'Missing reason') })

/** Comment with an approval or a resubmission. */
export const ReviewComment = z.object({ comment: text(REASON_MAXIMUM) })
