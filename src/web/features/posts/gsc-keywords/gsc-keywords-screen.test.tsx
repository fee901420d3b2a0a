import './gsc-keywords-screen.tsx'
import './keyword-preview-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  IgnoredPost,
  KeywordLogEntry,
  PostKeywordRow,
} from '#shared/features/posts/gsc-keywords/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { textsByHead } from '#web/testing/cells.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const query = (QUERY: string, CLICKS: number, IMPRESSIONS = 1000, POSITION = 5) => {
  return { QUERY, CLICKS, IMPRESSIONS, position: POSITION }
}
const row = (POST_ID: string, over: Partial<PostKeywordRow> = {}): PostKeywordRow => ({
  POST_ID,
  SITE_CODE: 'hs',
  site_id: 1,
  POST_TITLE: `Guide ${POST_ID}`,
  POST_KEYWORD: 'ergonomic chair',
  permalink: null,
  now: query('ergonomic chair', 402, 51_900, 14.6),
  keywords: [
    query('office chair for lower back pain', 1622, 88_310, 7.8),
    query('best office chair', 1190, 70_220),
  ],
  ...over,
})
const ignored = (post_id: string): IgnoredPost => ({
  post_id,
  site_id: 1,
  site_code: 'hs',
  post_title: `Ignored ${post_id}`,
  by: 'Opm One',
  created_at: '2026-11-01T08:00:00.000Z',
})
const entry = (over: Partial<KeywordLogEntry> = {}): KeywordLogEntry => ({
  ...{ action_id: 5, site_id: 1, site_code: 'hs', post_id: '11' },
  post_title: 'Guide 11',
  action: 'update',
  keyword_before: 'stick blender',
  keyword_after: 'immersion blender',
  created_at: '2026-11-01T08:00:00.000Z',
  by: 'Opm One',
  state: 'done',
  error: null,
  undoable: true,
  ...over,
})

let server: Loopback
let rows: PostKeywordRow[]
beforeEach(async () => {
  rows = [row('11'), row('12'), row('13')]
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 1,
        code: 'hs',
        display_name: 'Hearthside',
        normalized_name: 'hearthside',
        logo_url: '/l.png',
        url: 'https://hs.example',
        retired: false,
      },
    ],
  })
  server.answer('GET /api/gsc-keywords/', () => ({
    body: { nodes: rows, totalCount: 51, ignored: 4, until: '2026-11-18', missing: 0 },
  }))
  server.answer('GET /api/gsc-keywords/positions', {
    body: {
      weeks: ['2026-11-02', '2026-11-09'],
      positions: [
        [8, 7.8],
        [12, 14.6],
      ],
    },
  })
  server.answer('GET /api/gsc-keywords-ignored-posts/', {
    body: { totalCount: 2, nodes: [ignored('21'), ignored('22')] },
  })
  server.answer('GET /api/gsc-keywords-actions/', {
    body: { totalCount: 260, nodes: [entry()] },
  })
})
afterEach(() => server.close())

const asked = (route = 'GET /api/gsc-keywords/') =>
  Object.fromEntries(new URLSearchParams(server.sent(route).at(-1)?.search))
const rowOf = async (title: string) => {
  const cell = await screen.findByText(title)
  const found = cell.closest('tr')
  if (!found) throw new Error(`${title} is in no row`)
  return found
}
const applyBest = async (user: ReturnType<typeof userEvent.setup>, title: string) =>
  user.click(within(await rowOf(title)).getByRole('button', { name: 'Apply best' }))
const open = async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/gsc-keywords')
  await screen.findByText('Guide 11')
  return user
}

describe('the mismatch list', () => {
  it('is shown first, before the other lists [GSC-001] [GSC-002] [GSC-003] [GSC-004]', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'GSC Keywords Manager' })).toBeTruthy()
    const tabs = within(screen.getByRole('navigation', { name: 'Lists' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Keywords mismatch posts list 51',
      'Ignore posts list 4',
      'Actions Log',
      'Striking distance',
      'Cannibalisation',
    ])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null, null, null, null])
    expect(screen.getByRole('region', { name: 'Keywords mismatch posts list' })).toBeTruthy()
  })

  it('has 25 posts per page [GSC-005]', async () => {
    const user = await open()
    expect(screen.getByText('1–25 of 51')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '2' }))
    await waitFor(() => expect(asked().page).toBe('2'))
  })

  it('opens a post to its queries with clicks and impressions, each with Apply Keywords [GSC-006] [GSC-007]', async () => {
    const user = await open()
    await user.click(within(await rowOf('Guide 12')).getByRole('button', { name: 'Show details' }))
    const table = await screen.findByRole('table', { name: 'Queries of Guide 12' })
    const lines = within(table).getAllByRole('row').slice(1)
    expect(lines.map((line) => within(line).getByRole('rowheader').textContent)).toEqual([
      'office chair for lower back pain',
      'best office chair',
      'ergonomic chair',
    ])
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.slice(1, 3).map(({ textContent }) => textContent)).toEqual(['Clicks', 'Impressions'])
    const figures = lines.map((line) =>
      [...line.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent),
    )
    expect(figures).toEqual([
      ['1,622', '88,310'],
      ['1,190', '70,220'],
      ['402', '51,900'],
    ])
    const [best, second, present] = lines.map((line) => within(line))
    expect(best?.getByText('best by clicks')).toBeTruthy()
    expect(present?.getByText('current keyword')).toBeTruthy()
    expect(present?.queryByRole('button', { name: 'Apply Keywords' })).toBeNull()
    await user.click(second?.getByRole('button', { name: 'Apply Keywords' }) ?? document.body)
    expect(within(await rowOf('Guide 12')).getByText('best office chair')).toBeTruthy()
    expect(
      await screen.findByRole('img', {
        name: 'Position by week, best query: from 8 to 7.8, current keyword: from 12 to 14.6',
      }),
    ).toBeTruthy()
  })

  it('covers the last 30 days, 3 months, 6 months or year, as chosen [GSC-008] [GSC-009] [GSC-010] [GSC-011] [GSC-012]', async () => {
    const user = await open()
    expect(asked().period).toBe('90')
    expect(screen.getByText('Last 3 month')).toBeTruthy()
    for (const [name, days] of [
      ['Last 30 days', '30'],
      ['Last 6 month', '180'],
      ['Last Year', '360'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: 'Period' }))
      await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
      await waitFor(() => expect(asked().period).toBe(days))
    }
  })

  it('can be filtered by site and by words', async () => {
    const user = await open()
    await user.type(screen.getByRole('textbox', { name: 'Post or keyword' }), 'chair{Enter}')
    await waitFor(() => expect(asked().query).toBe('chair'))
    await user.click(screen.getByRole('combobox', { name: 'Site' }))
    await user.click(await screen.findByText('Hearthside', { selector: '.ant-select-item-option *' }))
    await waitFor(() => expect(asked()).toMatchObject({ query: 'chair', site: '1' }))
  })

  it('that cannot be read says so [GSC-038]', async () => {
    server.answer('GET /api/gsc-keywords/', { status: 400, body: { message: 'No such thing' } })
    openAs(server, 'opm', '/gsc-keywords')
    expect(await screen.findByText('Keywords could not be searched.')).toBeTruthy()
    expect(screen.getByText('No such thing')).toBeTruthy()
  })
})

describe('the selected posts', () => {
  const select = async (user: ReturnType<typeof userEvent.setup>, ...titles: string[]) => {
    for (const title of titles) await user.click(screen.getByRole('checkbox', { name: `Select ${title}` }))
  }
  const choose = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
    await user.click(screen.getByRole('button', { name: /Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }

  it('get their top query by clicks as keyword [GSC-014] [GSC-015] [GSC-019]', async () => {
    rows[1] = row('12', { keywords: [query('top of twelve', 9), query('second', 8)] })
    const user = await open()
    await select(user, 'Guide 11', 'Guide 12')
    expect(screen.getByText('2 selected')).toBeTruthy()
    await choose(user, 'Apply the best keywords')
    expect(within(await rowOf('Guide 11')).getByText('office chair for lower back pain')).toBeTruthy()
    expect(within(await rowOf('Guide 12')).getByText('top of twelve')).toBeTruthy()
    expect(within(await rowOf('Guide 13')).queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Save 2' })).toBeTruthy()
  })

  it('are added to the ignore list, with a confirmation [GSC-013] [GSC-018] [GSC-029] [GSC-034]', async () => {
    server.answer('POST /api/gsc-keywords-ignored-posts/bulk/', { body: { added: 2 } })
    const user = await open()
    await select(user, 'Guide 11', 'Guide 13')
    const before = server.sent('GET /api/gsc-keywords/').length
    await choose(user, 'Add to ignored list')
    expect(await screen.findByText('Posts was added to ignore list')).toBeTruthy()
    expect(server.sent('POST /api/gsc-keywords-ignored-posts/bulk/')[0]?.json).toEqual([
      { post_id: '11', site_id: 1, post_title: 'Guide 11' },
      { post_id: '13', site_id: 1, post_title: 'Guide 13' },
    ])
    await waitFor(() => expect(server.sent('GET /api/gsc-keywords/').length).toBeGreaterThan(before))
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  it('are required before any action', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /Actions/ }))
    for (const entryOf of await screen.findAllByRole('menuitem'))
      expect(entryOf.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('changed keywords', () => {
  it('are highlighted, with a warning, until they are saved or reverted [GSC-016] [GSC-017]', async () => {
    const user = await open()
    expect(screen.queryByText("Don't forget to save changed keywords")).toBeNull()
    await applyBest(user, 'Guide 11')
    expect(screen.getByText("Don't forget to save changed keywords")).toBeTruthy()
    const changed = await rowOf('Guide 11')
    expect(changed).toHaveClass('gsc-row-changed')
    expect(changed.querySelector('s')?.textContent).toBe('ergonomic chair')
    expect(await rowOf('Guide 12')).not.toHaveClass('gsc-row-changed')
    await user.click(within(changed).getByRole('button', { name: 'Undo' }))
    expect(screen.queryByText("Don't forget to save changed keywords")).toBeNull()
    expect(await rowOf('Guide 11')).not.toHaveClass('gsc-row-changed')
  })

  it('are saved with both keywords; a success is reported and the list read again [GSC-020] [GSC-030] [GSC-035]', async () => {
    server.answer('POST /api/gsc-keywords/bulk/', () => {
      rows = rows.slice(1)
      return { body: [{ post_id: '11', site_id: 1, ok: true }] }
    })
    const user = await open()
    await applyBest(user, 'Guide 11')
    await user.click(screen.getByRole('button', { name: 'Save 1' }))
    expect(await screen.findByText('Posts keywords were updated, reloading data...')).toBeTruthy()
    expect(server.sent('POST /api/gsc-keywords/bulk/')[0]?.json).toEqual([
      {
        post_id: '11',
        site_id: 1,
        keyword_after: 'office chair for lower back pain',
        keyword_before: 'ergonomic chair',
      },
    ])
    await waitFor(() => expect(screen.queryByText('Guide 11')).toBeNull())
    expect(screen.queryByText("Don't forget to save changed keywords")).toBeNull()
  })

  it('that could not be saved stay, with the reason [GSC-017] [GSC-036] [GSC-037]', async () => {
    const reason = 'WordPress did not answer in time.'
    server.answer('POST /api/gsc-keywords/bulk/', {
      body: [
        { post_id: '11', site_id: 1, ok: true },
        { post_id: '12', site_id: 1, ok: false, error: reason },
      ],
    })
    const user = await open()
    await applyBest(user, 'Guide 11')
    await applyBest(user, 'Guide 12')
    await user.click(screen.getByRole('button', { name: 'Save 2' }))
    const title = await screen.findByText('Ops something went wrong')
    const notice = title.closest('[class*="notice"]')?.parentElement ?? document.body
    expect(within(notice as HTMLElement).getAllByText(reason).length).toBeGreaterThan(0)
    expect(await screen.findByText('Posts keywords were updated, reloading data...')).toBeTruthy()
    expect(within(await rowOf('Guide 12')).getByText(reason)).toBeTruthy()
    expect(await rowOf('Guide 12')).toHaveClass('gsc-row-changed')
    expect(await rowOf('Guide 11')).not.toHaveClass('gsc-row-changed')
    expect(screen.getByRole('button', { name: 'Save 1' })).toBeTruthy()
  })

  it('stay, with the server’s message, when the whole save fails [GSC-036] [GSC-037]', async () => {
    server.answer('POST /api/gsc-keywords/bulk/', { status: 400, body: { message: 'Too many at once' } })
    const user = await open()
    await applyBest(user, 'Guide 11')
    await user.click(screen.getByRole('button', { name: 'Save 1' }))
    expect(await screen.findByText('Ops something went wrong')).toBeTruthy()
    expect(screen.getByText('Too many at once')).toBeTruthy()
    expect(await rowOf('Guide 11')).toHaveClass('gsc-row-changed')
  })

  it('are shown before they are saved, and stay with their warning on the other lists [GSC-016]', async () => {
    server.answer('POST /api/gsc-keywords/bulk/', { body: [{ post_id: '11', site_id: 1, ok: true }] })
    const user = await open()
    await applyBest(user, 'Guide 11')
    await user.click(screen.getByRole('link', { name: 'Actions Log' }))
    expect(await screen.findByText('immersion blender')).toBeTruthy()
    expect(screen.getByText("Don't forget to save changed keywords")).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save 1' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: /^Keywords mismatch/ }))
    await user.click(await screen.findByRole('button', { name: 'Preview' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('1 keyword to be saved')).toBeTruthy()
    expect(dialog.getByText('office chair for lower back pain')).toBeTruthy()
    expect(dialog.getByText('402 → 1,622 clicks')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save 1' }))
    await waitFor(() => expect(server.sent('POST /api/gsc-keywords/bulk/')).toHaveLength(1))
  })

  it('are not left without a confirmation', async () => {
    const user = await open()
    await applyBest(user, 'Guide 11')
    await user.click(screen.getByRole('link', { name: 'Copydesk' }))
    expect(await screen.findByText('Discard your changes?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('heading', { level: 1, name: 'GSC Keywords Manager' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save 1' })).toBeNull())
  })
})

describe('the ignore list', () => {
  it('shows the ignored posts, each of which can be removed [GSC-021] [GSC-022] [GSC-032]', async () => {
    server.answer('DELETE /api/gsc-keywords-ignored-posts/', { status: 204 })
    const user = userEvent.setup()
    openAs(server, 'opm', '/gsc-keywords?tab=ignored')
    const table = within(await screen.findByRole('region', { name: 'Ignore posts list' }))
    expect(await table.findByText('Ignored 21')).toBeTruthy()
    expect(table.getByText('Ignored 22')).toBeTruthy()
    await user.click(table.getByRole('button', { name: 'Remove Ignored 22' }))
    await waitFor(() =>
      expect(server.sent('DELETE /api/gsc-keywords-ignored-posts/')[0]?.json).toEqual({
        post_id: '22',
        site_id: 1,
      }),
    )
    expect(await screen.findByText('“Ignored 22” is no longer ignored')).toBeTruthy()
  })
})

describe('the actions log', () => {
  it('has site, post id, action, keyword before, keyword after and timestamp [GSC-023] [GSC-033]', async () => {
    openAs(server, 'opm', '/gsc-keywords?tab=log')
    const table = within(await screen.findByRole('region', { name: 'Actions Log' }))
    await table.findByText('stick blender')
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(0, 6).join()).toBe('Site,Post id,Action,Keyword before,Keyword after,Timestamp')
    expect(textsByHead(await rowOf('stick blender'))).toMatchObject({
      'Post id': '11Guide 11',
      Action: 'Keyword changed',
      'Keyword before': 'stick blender',
      'Keyword after': 'immersion blender',
    })
    expect(document.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-01T08:00:00.000Z')
  })

  it('has 25 rows per page, or 50, 100 or 200 [GSC-024] [GSC-025]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/gsc-keywords?tab=log')
    const sizes = within(await screen.findByRole('group', { name: 'Rows per page' }))
    const words = sizes.getAllByRole('button').map(({ textContent }) => textContent)
    expect(words.join(' ')).toBe('25 50 100 200')
    expect(sizes.getByRole('button', { pressed: true }).textContent).toBe('25')
    expect(asked('GET /api/gsc-keywords-actions/').perPage).toBe('25')
    await user.click(sizes.getByRole('button', { name: '200 rows' }))
    await waitFor(() => expect(asked('GET /api/gsc-keywords-actions/').perPage).toBe('200'))
  })

  it('restores a keyword once if the post still has the new one', async () => {
    server.answer('POST /api/gsc-keywords-actions/5/undo', { body: { post_id: '11', site_id: 1, ok: true } })
    openAs(server, 'opm', '/gsc-keywords?tab=log')
    // A double click, whose second click comes before React redraws the button.
    const button = await screen.findByRole('button', { name: 'Undo on post 11' })
    button.click()
    button.click()
    expect(await screen.findByText('Posts keywords were updated, reloading data...')).toBeTruthy()
    expect(server.sent('POST /api/gsc-keywords-actions/5/undo')).toHaveLength(1)
  })
})
