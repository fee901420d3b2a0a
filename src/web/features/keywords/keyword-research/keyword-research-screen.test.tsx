import './keyword-research-screen.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { openResearch, row, SAID } from '#web/testing/keyword-research.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

let server: Loopback
beforeEach(async () => {
  server = await openResearch()
})
afterEach(() => server.close())

const looked = () => screen.findByRole('region', { name: 'Keyword results' })

it('is named Keyword Research and sends no request before words are typed [RES-001] [RES-002]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keyword-research')
  expect(await screen.findByRole('heading', { level: 1, name: 'Keyword Research' })).toBeVisible()
  const box = screen.getByRole('textbox', { name: 'Keyword' })
  expect(screen.getByRole('button', { name: 'Search' })).toBeDisabled()
  expect(server.sent('GET /api/keyword-research')).toEqual([])
  await user.type(box, '  seed starting {Enter}')
  await looked()
  for (const route of ['GET /api/keyword-research', 'GET /api/keyword-research/people-also-ask'])
    await waitFor(() =>
      expect(new URLSearchParams(server.sent(route)[0]?.search).get('keyword'), route).toBe('seed starting'),
    )
  expect(window.location.search).toContain('keyword=seed+starting')
})

it('without a provider says so instead of showing empty lists', async () => {
  const usage = { source: 'built-in', is_connected: false, calls: null }
  server.answer('GET /api/keyword-research', { body: { keywords: [], ...SAID, usage } })
  server.answer('GET /api/keyword-research/people-also-ask', { body: { questions: [], ...SAID, usage } })
  openAs(server, 'opm', '/keyword-research?keyword=kettle')
  expect(await screen.findByRole('heading', { name: 'Keyword research isn’t connected' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Keyword results' })).toBeNull()
})

it('remembers searches for their own user, not for the next one in this browser', async () => {
  localStorage.setItem(`copydesk.keyword-research.${person('opm').id}`, '["grow light"]')
  const colleague = openAs(server, 'opm', '/keyword-research', { id: 77 })
  await screen.findByRole('heading', { level: 1, name: 'Keyword Research' })
  expect(screen.queryByText('grow light')).toBeNull()
  colleague.unmount()
  openAs(server, 'opm', '/keyword-research')
  expect(await screen.findByRole('link', { name: 'grow light' })).toBeVisible()
})

it('past its last page says so, and searches in the country of its address', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keyword-research?keyword=seed%20starting&country=de&page=9')
  expect(await screen.findByText(/^There is no page 9/)).toBeInTheDocument()
  expect(new URLSearchParams(server.sent('GET /api/keyword-research')[0]?.search).get('country')).toBe('de')
  await user.click(screen.getByRole('button', { name: 'Go to the last page' }))
  expect(await screen.findByText('heat mat')).toBeInTheDocument()
})

it('shows searches in one table and questions in another [RES-003] [RES-004] [RES-007] [RES-008]', async () => {
  openAs(server, 'opm', '/keyword-research?keyword=seed%20starting')
  const keywords = within(await looked())
  const rows = (await keywords.findAllByRole('row')).slice(1).map((each) => each.textContent)
  expect(rows[0]).toContain('seed starting kit40,500')
  expect(rows[1]).toContain('heat mat9,000')
  expect(rows[1]).toContain('In Copydesk')
  expect(rows[2]).toContain('grow light-')
  expect(keywords.getByText('seed starting', { selector: 'b' })).toBeInTheDocument()
  const asked = within(await screen.findByRole('region', { name: 'People also ask results' }))
  expect(await asked.findByText('When do I start?')).toBeInTheDocument()
  expect(asked.getByText('In March.')).toBeInTheDocument()
  expect(asked.getByRole('link', { name: 'garden.example' })).toHaveAttribute(
    'href',
    'https://garden.example/a',
  )
})

it('each of the two tables can fail and be retried alone', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keyword-research/people-also-ask', { status: 502, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/keyword-research?keyword=seed')
  expect(await screen.findByText('Couldn’t search questions.')).toBeInTheDocument()
  expect(await screen.findByText('heat mat')).toBeInTheDocument()
  server.answer('GET /api/keyword-research/people-also-ask', { body: { questions: [], ...SAID } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No questions found.')).toBeInTheDocument()
  expect(server.sent('GET /api/keyword-research')).toHaveLength(1)
})

it('a keyword is added by its words alone and is ours at once, unless the save fails', async () => {
  const user = userEvent.setup()
  const released = Promise.withResolvers<void>()
  server.answer('POST /api/keywords', async () => {
    await released.promise
    return { status: 500, body: { message: 'Not today.' } }
  })
  openAs(server, 'opm', '/keyword-research?keyword=seed')
  await user.click(await screen.findByRole('button', { name: 'Add keyword grow light' }))
  expect(screen.queryByRole('button', { name: 'Add keyword grow light' })).toBeNull()
  released.resolve()
  expect(await screen.findByText('Error saving keyword.')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Add keyword grow light' })).toBeEnabled()
  expect(server.sent('POST /api/keywords')[0]?.json).toEqual({ keyword: 'grow light' })
})

it('a writer can search but not add keywords', async () => {
  openAs(server, 'wrt', '/keyword-research?keyword=seed')
  expect(await screen.findByText('grow light')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Add keyword/ })).toBeNull()
  expect(screen.getByText('In Copydesk').closest('a')).toBeNull()
})

it('outdated results say so, with the reason', async () => {
  const usage = {
    source: 'DataForSEO',
    is_connected: true,
    calls: { today: 3, month: 40, ceiling: 200, kept_hours: 24 },
  }
  server.answer('GET /api/keyword-research', {
    body: { keywords: [row('kettle')], ...SAID, problem: 'DataForSEO is not available.', usage },
  })
  openAs(server, 'opm', '/keyword-research?keyword=kettle')
  expect(
    await screen.findByText('DataForSEO is not available. Showing the last known data.'),
  ).toBeInTheDocument()
  expect(await screen.findByText(/3 of 200 calls today, 40 this month/)).toBeInTheDocument()
})

it.each([
  [1440, ['Keyword', 'Volume', '12 months', 'Trend', 'Competition', 'Status']],
  [1280, ['Keyword', 'Volume', 'Trend', 'Competition', 'Status']],
  [1048, ['Keyword', 'Volume', 'Competition', 'Status']],
])(
  'with %i pixels beside the menu no column is cut off, and the rest can be chosen',
  async (width, heads) => {
    browser().setViewport({ width, height: 900 })
    openAs(server, 'opm', '/keyword-research?keyword=seed%20starting')
    const table = within(await looked())
    await table.findAllByRole('row')
    const titles = table
      .getAllByRole('columnheader')
      .flatMap((head) => head.querySelector('.table-title')?.textContent ?? [])
    expect(titles).toEqual(heads)
  },
)

it('several keywords are looked up together, and each row names the one that found it', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keyword-research', ({ search }) => {
    const keyword = new URLSearchParams(search).get('keyword')
    if (keyword === 'burr grinder') return { status: 502, body: { message: 'Not now.' } }
    return {
      body: { keywords: [row(`${keyword} kit`), row('heat mat', { keyword_id: 7 })], ...SAID },
    }
  })
  openAs(server, 'opm', '/keyword-research')
  const box = await screen.findByRole('textbox', { name: 'Keyword' })
  await user.click(box)
  fireEvent.paste(box, { clipboardData: { getData: () => 'seed tray\nburr grinder\tgrow light\nSeed Tray' } })
  await user.keyboard('{Enter}')
  const keywords = within(await looked())
  const cells = () =>
    keywords
      .getAllByRole('row')
      .slice(1)
      .map((each) => each.textContent?.replace(/100.*/, ''))
  // The responses arrive in any order.
  await waitFor(() =>
    expect(cells()).toEqual([
      'seed tray kit1 seed tray',
      'heat mat1 seed tray, 3 grow light',
      'grow light kit3 grow light',
    ]),
  )
  expect(keywords.getByText('grow light', { selector: 'b' })).toBeInTheDocument()
  expect(await screen.findByText(/burr grinder: no answer\./)).toBeInTheDocument()
  server.answer('GET /api/keyword-research', { body: { keywords: [row('burr grinder kit')], ...SAID } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await keywords.findByRole('row', { name: /burr grinder kit/ })).toBeInTheDocument()
  expect(screen.queryByText(/no answer/)).toBeNull()
})

it('all keywords found are exported in the order of the screen, without another lookup', async () => {
  const user = userEvent.setup()
  const { createObjectURL } = URL
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL
  })
  const saved = Promise.withResolvers<Blob>()
  URL.createObjectURL = (file: Blob) => {
    saved.resolve(file)
    return 'blob:research'
  }
  server.answer('GET /api/keyword-research', ({ search }) => ({
    body: {
      keywords: search.includes('heat')
        ? [row('heat mat', { volume: 9000, keyword_id: 7 })]
        : [row('=seed'), row('heat mat', { volume: 9000, keyword_id: 7 })],
      ...SAID,
    },
  }))
  openAs(server, 'opm', '/keyword-research?keyword=seed&also=heat&sort=volume')
  await looked()
  await waitFor(() => expect(server.sent('GET /api/keyword-research')).toHaveLength(2))
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /heat mat/ })).toHaveTextContent('1 seed, 2 heat'),
  )
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await (await saved.promise).text()).toBe(
    '\ufeffKeyword,Found by,Volume,Trend,Competition,Searches by month,In Copydesk\n' +
      'heat mat,seed; heat,9000,4.2,30,1 2 3,yes\n' +
      "'=seed,seed,100,4.2,30,1 2 3,no\n",
  )
  expect(server.sent('GET /api/keyword-research')).toHaveLength(2)
})

it('a writer, who may not add keywords, can copy all of them but select none', async () => {
  const user = userEvent.setup()
  openAs(server, 'wrt', '/keyword-research?keyword=seed')
  await looked()
  await user.click(await screen.findByRole('button', { name: 'Copy all' }))
  expect(await navigator.clipboard.readText()).toBe('seed starting kit\nheat mat\ngrow light')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('a comma makes a typed keyword a numbered chip, and removed chips are no longer searched', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keyword-research')
  const box = await screen.findByRole('textbox', { name: 'Keyword' })
  await user.type(box, 'seed tray, heat')
  expect(screen.getByRole('button', { name: 'Remove seed tray' })).toBeVisible()
  expect(box).toHaveValue('heat')
  expect(server.sent('GET /api/keyword-research')).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sent('GET /api/keyword-research')).toHaveLength(2))
  await user.keyboard('pot,')
  expect(screen.getByText('not searched yet')).toBeInTheDocument()
  // A key held since before does not remove it.
  fireEvent.keyDown(box, { key: 'Backspace', repeat: true })
  expect(screen.getByRole('button', { name: 'Remove pot' })).toBeVisible()
  // The second press is of a searched keyword.
  await user.keyboard('{Backspace}{Backspace}')
  expect(screen.queryByRole('button', { name: 'Remove pot' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove heat' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove heat' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove heat' })).toBeNull())
  expect(window.location.search).not.toContain('heat')
  await user.click(screen.getByRole('button', { name: 'Remove seed tray' }))
  expect(await screen.findByRole('heading', { name: 'Your recent searches' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'seed tray, heat' })).toBeVisible()
  // The rest after a removal is not a new search.
  expect(screen.queryByRole('link', { name: 'seed tray' })).toBeNull()
  expect(box).toHaveFocus()
})

it('of a pasted list the first ten keywords are kept, and the others are counted', async () => {
  openAs(server, 'opm', '/keyword-research')
  const box = await screen.findByRole('textbox', { name: 'Keyword' })
  const list = Array.from({ length: 12 }, (_, at) => `word ${at}`).join('\n')
  fireEvent.paste(box, { clipboardData: { getData: () => list } })
  expect(await screen.findByText('10 keywords fit in one search. 2 keywords left out.')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Remove word/ })).toHaveLength(10)
})

it('an eleventh typed keyword stays in the field with a note, and nothing is searched', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keyword-research')
  const box = await screen.findByRole('textbox', { name: 'Keyword' })
  const list = Array.from({ length: 10 }, (_, at) => `word ${at}`).join('\n')
  fireEvent.paste(box, { clipboardData: { getData: () => list } })
  await user.type(box, 'eleventh{Enter}')
  expect(await screen.findByText('10 keywords fit in one search. 1 keyword left out.')).toBeVisible()
  expect(box).toHaveValue('eleventh')
  expect(server.sent('GET /api/keyword-research')).toEqual([])
})

it('a recent search begins without the selection and the waiting keywords of another', async () => {
  const user = userEvent.setup()
  localStorage.setItem(`copydesk.keyword-research.${person('opm').id}`, '["kettle"]')
  openAs(server, 'opm', '/keyword-research?keyword=seed')
  await user.click(await screen.findByRole('checkbox', { name: 'Select grow light' }))
  await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'pot,')
  await user.click(screen.getByRole('link', { name: 'kettle' }))
  expect(await screen.findByRole('button', { name: 'Remove kettle' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove pot' })).toBeNull()
  expect(await screen.findByRole('checkbox', { name: 'Select grow light' })).not.toBeChecked()
  expect(screen.getByRole('link', { name: 'seed' })).toBeVisible()
})

it('begins with the keywords lost this week, except for users who may not see keywords', async () => {
  // Two days lost, the latest of them the day before yesterday.
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const lost = ago(3).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })
  const LOST = 'GET /api/keywords'
  server.answer(LOST, {
    body: {
      meta: { total: 1, is_more: false },
      data: [
        {
          keyword_id: 9,
          keyword: 'best seed tray',
          last_result: { day: ago(2).toISOString().slice(0, 10), publisher: 'Nookwise', is_winning: false },
          history: 'llw',
        },
      ],
    },
  })
  const first = openAs(server, 'opm', '/keyword-research')
  const link = await screen.findByRole('link', { name: /^best seed tray/ })
  expect(link).toHaveTextContent(`lost ${lost} · Nookwise holds it now`)
  expect(link.getAttribute('href')).toContain('keyword=best+seed+tray')
  expect(new URLSearchParams(server.sent(LOST).at(-1)?.search).get('sort')).toBe('moved')
  first.unmount()
  openAs(server, 'wrt', '/keyword-research')
  expect(await screen.findByRole('link', { name: 'coffee grinder' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Start with keywords you lost this week' })).toBeNull()
})

it('a keyword whose lookup met the day’s limit says until when, and offers no other try', async () => {
  const message = 'Your share of 20 calls to DataForSEO a day is used up until midnight (UTC).'
  server.answer('GET /api/keyword-research', ({ search }) =>
    search.includes('burr')
      ? { status: 429, body: { message } }
      : { body: { keywords: [row('seed tray kit')], ...SAID } },
  )
  openAs(server, 'opm', '/keyword-research?keyword=seed&also=burr')
  expect(await screen.findByText(`burr: ${message}`)).toBeVisible()
  expect(await screen.findByRole('row', { name: /seed tray kit/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
