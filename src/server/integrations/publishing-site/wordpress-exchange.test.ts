import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInStage, HERO, type PublishingStage, wordPressStage } from '../../testing/publishing-stages.ts'
import { hasWordPress } from '../../testing/wordpress-server.ts'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import type { PostContent } from './port.ts'
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
    }, 120_000)
    afterAll(() => stage?.close())

    it('has a product exchanged as it was read, twice is once, and put back to the letter; an edited post is refused', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-1' })
      expect(await site.planExchange([id], exchange)).toEqual([])
      await stage.publish(id)
      const [plan] = await site.planExchange([id], exchange)
      if (!plan || 'fault' in plan) throw new Error(JSON.stringify(plan))
      const there = { from: plan.before, to: plan.after }
      await site.writeMarkup(id, there)
      await site.writeMarkup(id, there)
      const [first, other] = (await site.getPost(id))?.products ?? []
      const { asin, name } = exchange.by
      expect(first).toMatchObject({ asin, name, award: 'Best <Overall>' })
      expect(other).toMatchObject({ asin: 'B0BVW52K7G', name: 'Skillet' })
      await site.writeMarkup(id, { from: plan.after, to: plan.before })
      expect(await site.planExchange([id], exchange)).toEqual([plan])
      await stage.edit(id, (text) => `${text}\n<!-- wp:paragraph -->\n<p>More.</p>\n<!-- /wp:paragraph -->`)
      await expect(site.writeMarkup(id, there)).rejects.toMatchObject({ kind: 'conflict' })
    })

    it('is written anew as a whole, whatever stood there, and stays before readers', async () => {
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

    it('that was written anew is put back to the letter, and not over an edit', async () => {
      const { site } = stage
      const { postId: id } = await site.createDraft({ ...content, key: 'article-3' })
      await stage.publish(id)
      await stage.edit(id, () => '<p>Somebody else’s &amp; “old” words, with [a shortcode].</p>')
      const old = await site.readWhole(id)
      const kept: unknown[] = []
      const keep = async (before: object) => void kept.push(before)
      const anew = { ...content, title: 'Anew', focusKeyword: 'anew', heroImageUrl: null }
      const after = await site.rewritePost(id, anew, keep)
      await site.rewritePost(id, anew, keep)
      expect(kept).toEqual([old])
      if (!old) throw new Error('It was not read.')
      for (const _ of [1, 2]) await site.writeWhole(id, { from: after, to: old })
      expect(await site.readWhole(id)).toEqual(old)
      await stage.edit(id, (text) => `${text}<p>More.</p>`)
      await expect(site.writeWhole(id, { from: after, to: old })).rejects.toMatchObject({ kind: 'conflict' })
      await stage.withdraw(id)
      expect(await site.readWhole(id)).toBeNull()
    })
  })
})

describe('an exchange whose answer is lost', () => {
  const from = { content: 'Old', products: null, structured: null }
  const to = { ...from, content: 'New' }
  /** A site with one post, on which the answer to what is written does not come. */
  function silentSite({ isWritten }: { isWritten: boolean }) {
    const site = { content: from.content }
    const send = async ({ method, json }: { method: string; json?: { content: string } }) => {
      if (method === 'GET') return { status: 'publish', content: { raw: site.content }, meta: {} }
      if (isWritten && json) site.content = json.content
      throw new IntegrationError('Too late', { system: 'WordPress', operation: 'write', kind: 'timeout' })
    }
    return { site, client: { send } as unknown as VendorClient }
  }

  it('is done where the site holds what was written', async () => {
    const { site, client } = silentSite({ isWritten: true })
    await writeMarkup(client, 1, { from, to })
    expect(site.content).toBe('New')
  })

  it('is told as too late where it does not', async () => {
    const { client } = silentSite({ isWritten: false })
    await expect(writeMarkup(client, 1, { from, to })).rejects.toMatchObject({ kind: 'timeout' })
  })
})
