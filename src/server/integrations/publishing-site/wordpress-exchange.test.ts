import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInStage, HERO, type PublishingStage, wordPressStage } from '../../testing/publishing-stages.ts'
import { hasWordPress } from '../../testing/wordpress-server.ts'
import { IntegrationError, type IntegrationErrorKind, type IntegrationFailure } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { NotKept, type PostContent, type PostOffer, type PublishingSite } from './port.ts'
import { writeMarkup } from './wordpress-exchange.ts'

const products = [
  { asin: 'B0C9TR41XM', name: 'Pot & Lid', award: 'Best <Overall>', summary: 'Keeps "warm".' },
  { asin: 'B0BVW52K7G', name: 'Skillet', award: 'Best Value', summary: '' },
]
const content: PostContent = {
  title: 'Pots & pans',
  heroImageUrl: HERO,
  intro: 'First paragraph, with [no shortcode].',
  products,
  questions: ['Is it safe?'],
  focusKeyword: 'best pots & pans',
  authorName: 'Ada Reed',
}
const exchange = {
  old: { asin: 'B0C9TR41XM', name: 'Pot & Lid' },
  by: { asin: 'B0ZZZZZZZ9', name: 'Kettle “Nine” & Co', price: null },
  marketplace: 'www.amazon.com',
}
/** A first try, of which nobody writes anything down. */
const FIRST = { isBegun: false, begin: async () => {}, withdraw: async () => {} }
const offer = (amount: number): PostOffer => ({
  link: 'https://www.amazon.com/dp/B0C9TR41XM?tag=kitchen-20',
  imageUrl: 'https://images.example/pot.jpg',
  price: { amount, currency: 'USD', display: `$${amount}`, asOf: new Date('2026-11-27T06:10:00Z') },
})
/** What a post would be if each of its products cost this much. */
async function planPrices(site: PublishingSite, id: number, amount: number) {
  const find = async (asins: readonly string[]) => new Map(asins.map((asin) => [asin, offer(amount)]))
  return (await site.planOffers([id], { find, removedFrom: () => ({}) }))[0]
}
const STAGES = [
  ['built-in posts', builtInStage, true],
  ['a real WordPress', wordPressStage, hasWordPress],
] as const

describe.each(STAGES)('a live post: %s', (_name, open, isHere) => {
  describe.runIf(isHere)('that readers see', () => {
    let stage: PublishingStage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage?.close())

    it('has a product exchanged as it was read, twice is once, and put back to the letter; an edited post is refused', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-1' })
      expect(await site.planExchange([id], exchange)).toEqual([])
      await stage.publish(id)
      const [plan] = await site.planExchange([id], exchange)
      if (!plan || 'fault' in plan) throw new Error(JSON.stringify(plan))
      const there = { ...FIRST, from: plan.before, to: plan.after }
      expect(await site.writeMarkup(id, there)).toBe('written')
      expect(await site.writeMarkup(id, there)).toBe('there')
      const [first, other] = (await site.getPost(id))?.products ?? []
      const { asin, name } = exchange.by
      expect(first).toMatchObject({ asin, name, award: 'Best <Overall>' })
      expect(other).toMatchObject({ asin: 'B0BVW52K7G', name: 'Skillet' })
      await site.writeMarkup(id, { ...FIRST, from: plan.after, to: plan.before })
      expect(await site.planExchange([id], exchange)).toEqual([plan])
      await stage.edit(id, (text) => `${text}\n<!-- wp:paragraph -->\n<p>More.</p>\n<!-- /wp:paragraph -->`)
      await expect(site.writeMarkup(id, there)).rejects.toMatchObject({ kind: 'conflict' })
    })

    it('has the prices of its products renewed to the letter, and is as it was once they are the old ones again', async () => {
      const { site } = stage
      const sold = products.map((product) => ({ ...product, offer: offer(80) }))
      const { postId: id } = await site.createDraft({ ...content, products: sold, key: 'article-9' })
      const plan = (amount: number) => planPrices(site, id, amount)
      expect(await plan(75)).toBeUndefined()
      await stage.publish(id)
      const [same, lower] = [await plan(80), await plan(75)]
      if (!same || !lower) throw new Error('There is no post.')
      expect(same.after).toEqual(same.before)
      expect(lower.after.content).toBe(lower.before.content.replaceAll('>$80<', '>$75<'))
      expect(await site.writeMarkup(id, { ...FIRST, from: lower.before, to: lower.after })).toBe('written')
      expect((await site.getPost(id))?.products[0]?.offer?.price).toBe('$75')
      expect(await plan(80)).toMatchObject({ id, before: lower.after, after: lower.before })
    })

    it('that already says the new thing was written by another user, unless an earlier try was begun', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-4' })
      await stage.publish(id)
      const [plan] = await site.planExchange([id], exchange)
      if (!plan || 'fault' in plan) throw new Error(JSON.stringify(plan))
      await site.writeMarkup(id, { ...FIRST, from: plan.before, to: plan.after })
      for (const isBegun of [false, true]) {
        let mark = isBegun
        const steps = {
          isBegun,
          async begin() {
            mark = true
          },
          async withdraw() {
            mark = false
          },
        }
        expect(await site.writeMarkup(id, { ...steps, from: plan.before, to: plan.after })).toBe('there')
        expect(mark).toBe(isBegun)
      }
    })

    it('is rewritten as a whole, with any previous content, and stays before readers', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-2' })
      await stage.publish(id)
      await stage.edit(id, () => '<p>Somebody else’s words.</p>')
      const before = await site.getPost(id)
      for (const _ of [1, 2]) await site.rewritePost(id, { ...content, title: 'Anew', heroImageUrl: null })
      expect(await site.getPost(id)).toMatchObject({
        ...{ status: 'publish', url: before?.url, title: 'Anew', heroImageUrl: before?.heroImageUrl },
        ...{ introText: content.intro, introCopy: '', outroCopy: '' },
      })
      await expect(site.rewritePost(999_999, content)).rejects.toMatchObject({ kind: 'not_found' })
    })

    it('that was rewritten is put back to the letter, also after a renewal of prices, and not over an edit', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-3' })
      await stage.publish(id)
      await stage.edit(id, () => '<p>Somebody else’s &amp; “old” words, with [a shortcode].</p>')
      const old = await site.readWhole(id)
      const kept: unknown[] = []
      const steps = { keep: async (before: object) => void kept.push(before), withdraw: async () => {} }
      const sold = products.map((product) => ({ ...product, offer: offer(80) }))
      const anew = { ...content, products: sold, title: 'Anew', focusKeyword: 'anew', heroImageUrl: null }
      const after = await site.rewritePost(id, anew, steps)
      await site.rewritePost(id, anew, steps)
      expect(kept).toEqual([old])
      const plan = await planPrices(site, id, 75)
      if (!old || !plan) throw new Error('It was not read.')
      await site.writeMarkup(id, { ...FIRST, from: plan.before, to: plan.after })
      for (const _ of [1, 2]) await site.writeWhole(id, { from: after, to: old })
      expect(await site.readWhole(id)).toEqual(old)
      await stage.edit(id, (text) => `${text}<p>More.</p>`)
      await expect(site.writeWhole(id, { from: after, to: old })).rejects.toMatchObject({ kind: 'conflict' })
      await stage.withdraw(id)
      expect(await site.readWhole(id)).toBeNull()
    })
  })
})

describe('an exchange at a site with bad days', () => {
  const from = { content: 'Old', products: null, structured: null }
  const to = { ...from, content: 'New' }
  interface Days {
    /** The error of the site's answer to a write. Without an error, the answer contains the written text. */
    kind?: IntegrationErrorKind
    /** What it keeps of it. */
    keeps?: string
    /** What it says before anything is written. */
    first?: IntegrationErrorKind
    /** Why the write was never sent: the site is paused, or no slot was free. */
    unsent?: Pick<IntegrationFailure, 'retryAfterMs' | 'isUnasked'>
  }
  /** A site with one post, and the recorded steps. */
  function siteWith({ kind, keeps, first, unsent }: Days) {
    const post = { content: from.content }
    const steps: string[] = []
    const step = (name: string) => async () => void steps.push(name)
    const fail = (said: IntegrationErrorKind): never => {
      throw new IntegrationError('No', { system: 'WordPress', operation: 'write', kind: said, ...unsent })
    }
    const read = () => ({ status: 'publish', content: { raw: post.content }, meta: {} })
    const send = async ({ method }: { method: string }) => {
      steps.push(method)
      if (method === 'GET') return first && steps.length === 1 ? fail(first) : read()
      if (keeps !== undefined) post.content = keeps
      return kind === undefined ? read() : fail(kind)
    }
    const write = (isBegun = false) =>
      writeMarkup({ send } as unknown as VendorClient, 1, {
        ...{ from, to, isBegun },
        begin: step('begun'),
        withdraw: step('withdrawn'),
      })
    return { post, steps, write }
  }

  it.each(['timeout', 'unavailable', 'bad_response'] as const)(
    'is done if the site stored the written text, though its answer is %s',
    async (kind) => {
      const { post, steps, write } = siteWith({ kind, keeps: 'New' })
      await write()
      expect(post.content).toBe('New')
      // It is written down before that it may have been written.
      expect(steps).toEqual(['GET', 'begun', 'POST', 'GET'])
    },
  )

  it('fails with the site’s error if the post is unchanged', async () => {
    const { write, steps } = siteWith({ kind: 'timeout' })
    const error = await write().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'timeout' })
    expect(error).not.toBeInstanceOf(NotKept)
    // The site may be at it still.
    expect(steps).not.toContain('withdrawn')
  })

  it.each([
    ['is left alone for a while', 'unavailable', { retryAfterMs: 1000 }],
    ['is asked by too many', 'unavailable', { isUnasked: true }],
    ['had no turn for it in time', 'timeout', { isUnasked: true }],
  ] as const)('was not begun if the site was not called, as it %s', async (_, kind, unsent) => {
    const { write, steps } = siteWith({ kind, unsent })
    await expect(write()).rejects.toMatchObject({ kind, ...unsent })
    expect(steps).toEqual(['GET', 'begun', 'POST', 'withdrawn'])
  })

  it.each(['timeout', 'bad_response'] as const)(
    'is reported as not kept where the answer is %s and the post says something else, and nothing is written over that',
    async (kind) => {
      const { post, write } = siteWith({ kind, keeps: 'Newer' })
      await expect(write()).rejects.toBeInstanceOf(NotKept)
      expect(post.content).toBe('Newer')
    },
  )

  it('of an earlier try is reported as not kept if the post has neither text, and as another user’s change without one', async () => {
    const { post, write } = siteWith({})
    post.content = 'Newer'
    await expect(write(true)).rejects.toBeInstanceOf(NotKept)
    await expect(write(false)).rejects.toMatchObject({ kind: 'conflict' })
    expect(post.content).toBe('Newer')
  })

  it('that the site refuses was not written, and neither was one before which it answers with a page', async () => {
    for (const kind of ['forbidden', 'rate_limited'] as const) {
      const refused = siteWith({ kind })
      await expect(refused.write()).rejects.toMatchObject({ kind })
      expect(refused.steps).toEqual(['GET', 'begun', 'POST', 'withdrawn'])
    }
    const page = siteWith({ first: 'bad_response' })
    const error = await page.write().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'bad_response' })
    expect(error).not.toBeInstanceOf(NotKept)
    expect(page.steps).toEqual(['GET'])
  })
})
