import { z } from 'zod'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { amount, listed, maybe, namedIn, words } from './cells.ts'
import { RECOMMENDED } from './goods.ts'
import { PersonNamed } from './people.ts'
import { Motif } from './pictures/motif.ts'
import { SampleCode } from './site-codes.ts'
import { LINES } from './topics.ts'
import { readPages } from './words.ts'

const Deed = z.string().transform((item, context) => {
  const [, deed, told = ''] = /^(returned|answered|rejected|approved): (.+)$/.exec(item) ?? []
  if (deed !== undefined) return { deed, told }
  context.addIssue('must begin with “returned: ”, “answered: ”, “rejected: ” or “approved: ”')
  return z.NEVER
})

/** A QA reason and the requester's reply, which is missing while the article waits with its requester. */
interface StoryReturn {
  reason: string
  reply?: string
}

function returnsOf(desk: readonly z.infer<typeof Deed>[]): StoryReturn[] {
  const returns: StoryReturn[] = []
  for (const { deed, told } of desk) {
    const last = returns.at(-1)
    if (deed === 'returned') returns.push({ reason: told })
    if (deed === 'answered' && last) last.reply = told
  }
  return returns
}

/** An article as its people wrote it; dates and numbers come later. */
const Story = z
  .strictObject({
    /** The product line whose tags its keywords carry. */
    line: namedIn('catalog/lines.csv', LINES.keys()),
    keywords: listed.refine((keywords) => keywords.length > 0, 'must not be empty'),
    site: SampleCode,
    picture: Motif,
    by: PersonNamed,
    status: z.enum(ARTICLE_STATUSES),
    /** Days since it was requested, or since the draft was begun. */
    age: amount,
    title: words,
    /** The intro. */
    text: words.optional(),
    /** Blank in a draft whose intro was deleted again. */
    intro: z.literal('').optional(),
    notes: words.optional(),
    /** A draft may have blanks. */
    products: z
      .array(
        z.strictObject({
          product: z.literal('').or(
            namedIn(
              'catalog/recommended.csv',
              RECOMMENDED.map(({ name }) => name),
            ),
          ),
          award: z.string(),
          summary: maybe,
        }),
      )
      .default([]),
    questions: z.array(z.string()).default([]),
    /** Comments on returns, answers, rejections and approvals, in order. */
    desk: z.array(Deed).default([]),
    /** Who validated it; the requester's own key makes it self-approved. */
    validator: PersonNamed.optional(),
  })
  .transform(({ desk, ...story }) => ({
    ...story,
    returns: returnsOf(desk),
    rejection: desk.find(({ deed }) => deed === 'rejected')?.told,
    praise: desk.find(({ deed }) => deed === 'approved')?.told,
  }))

export type SampleStory = z.infer<typeof Story> & {
  /** Of its page, and of the page of its post. */
  name: string
}

const pages = await readPages('stories', Story)

/** The articles of the sample, oldest first, as they were requested. */
export const STORIES: readonly SampleStory[] = [...pages]
  .map(([name, story]) => ({ name, ...story }))
  .sort((left, right) => right.age - left.age)
