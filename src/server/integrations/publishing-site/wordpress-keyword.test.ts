import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeWordPress, startFakeWordPress } from '../../testing/fake-wordpress.ts'
import type { KeywordFields } from './port.ts'
import { createWordPress } from './wordpress.ts'
import { readKeyword } from './wordpress-keyword.ts'

let site: FakeWordPress
beforeEach(async () => {
  site = await startFakeWordPress()
})
afterEach(() => site.close())

const wordPress = () =>
  createWordPress({
    account: site.account,
    loadImage: async () => null,
    installation: async () => ({ id: '0a1b2c3d', since: new Date('2026-11-18T09:00:00Z') }),
    timeoutMs: 4000,
  })
/** A published post with these fields. */
function keep(meta?: Record<string, string>) {
  const post = { id: 7, slug: 'pots', status: 'publish', title: 'Pots', content: 'Text' }
  site.vendor.posts.push(meta === undefined ? post : { ...post, meta })
}

describe('the focus keyword of a post', () => {
  it('is written to every field that the site has for it, and nothing else changes', async () => {
    keep({ aop_focus_keyword: 'pot', _yoast_wpseo_focuskw: 'pot', aop_author_name: 'Ada Reed' })
    await wordPress().writeKeyword(7, 'clay pot')
    expect(site.vendor.posts).toEqual([
      {
        id: 7,
        slug: 'pots',
        status: 'publish',
        title: 'Pots',
        content: 'Text',
        meta: {
          aop_focus_keyword: 'clay pot',
          _yoast_wpseo_focuskw: 'clay pot',
          aop_author_name: 'Ada Reed',
        },
      },
    ])
  })

  it('is the first of several where the site keeps several, and the others stay', async () => {
    keep({ rank_math_focus_keyword: 'pot,stew pot,Clay Pot' })
    await wordPress().writeKeyword(7, 'clay pot')
    expect(site.vendor.posts[0]?.meta).toEqual({ rank_math_focus_keyword: 'clay pot,stew pot' })
  })

  it('can be taken away', async () => {
    keep({ aop_focus_keyword: 'pot', rank_math_focus_keyword: 'pot,stew pot' })
    await wordPress().writeKeyword(7, '')
    expect(site.vendor.posts[0]?.meta).toEqual({ aop_focus_keyword: '', rank_math_focus_keyword: 'stew pot' })
  })

  it('is undone field by field: an empty field is empty again, and commas and escapes are as before', async () => {
    const meta = {
      aop_focus_keyword: '',
      _yoast_wpseo_focuskw: 'pots &amp; pans, clay',
      rank_math_focus_keyword: 'pots, stew pot',
    }
    keep(meta)
    let before: KeywordFields = {}
    await wordPress().writeKeyword(7, 'clay, fired pot', {
      keep: async (fields) => {
        before = fields
        expect(site.vendor.posts[0]?.meta).toEqual(meta)
      },
    })
    expect(site.vendor.posts[0]?.meta).toEqual({
      aop_focus_keyword: 'clay, fired pot',
      _yoast_wpseo_focuskw: 'clay, fired pot',
      rank_math_focus_keyword: 'clay fired pot, stew pot',
    })
    await wordPress().writeKeyword(7, 'pots & pans, clay', { undo: { before, written: 'clay, fired pot' } })
    expect(site.vendor.posts[0]?.meta).toEqual({ ...meta, aop_focus_keyword: null })
  })

  it('is undone, and an editor’s later keywords stay', async () => {
    keep({ rank_math_focus_keyword: 'clay pot,stew pot,red pot' })
    const undo = { before: { rank_math_focus_keyword: 'pot,stew pot' }, written: 'clay pot' }
    await wordPress().writeKeyword(7, 'pot', { undo })
    expect(site.vendor.posts[0]?.meta).toEqual({ rank_math_focus_keyword: 'pot,stew pot,red pot' })
  })

  it('may be escaped by its site', async () => {
    keep({ aop_focus_keyword: 'pot' })
    site.vendor.escapes = true
    await wordPress().writeKeyword(7, 'pots & pans')
    expect(site.vendor.posts[0]?.meta).toEqual({ aop_focus_keyword: 'pots &amp; pans' })
  })

  it('is read as the site means it, not as it stores it', () => {
    expect(readKeyword({ _yoast_wpseo_focuskw: 'pots &amp; pans' })).toBe('pots & pans')
    expect(readKeyword({ rank_math_focus_keyword: 'knife 8&quot;, cook&#039;s knife' })).toBe('knife 8"')
    expect(readKeyword({ aop_focus_keyword: ' tv <50 inch ' })).toBe('tv <50 inch')
  })

  it('is refused, with the fix, where the site offers no field for it', async () => {
    keep()
    await expect(wordPress().writeKeyword(7, 'clay pot')).rejects.toMatchObject({
      kind: 'invalid',
      advice: expect.stringContaining('copydesk-meta.php'),
    })
  })

  it('is refused for a post that is not there, or that was thrown away', async () => {
    await expect(wordPress().writeKeyword(8, 'x')).rejects.toMatchObject({ kind: 'not_found' })
    keep({ aop_focus_keyword: 'pot' })
    const [post] = site.vendor.posts
    if (post) post.status = 'trash'
    await expect(wordPress().writeKeyword(7, 'x')).rejects.toMatchObject({ kind: 'not_found' })
  })
})
