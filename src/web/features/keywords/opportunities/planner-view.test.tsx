import './opportunities-screen.tsx'
import '../../articles/articles/editor/article-dialog.tsx'
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { monthsFrom } from '#shared/features/keywords/planner/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { answerMarket, LIST, opportunity, PRODUCTS, page } from '#web/testing/keyword-opportunities.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { monthWords } from '../planner/messages.ts'

const PLANS = 'GET /api/plans'
const TODAY = new Date().toISOString().slice(0, 10)
const MONTHS = monthsFrom(TODAY)
const month = (at: number) => MONTHS[at] ?? ''

const plan = (id: number, keyword: string, changes = {}) => ({
  plan_id: id,
  country: 'us',
  keyword,
  keyword_id: null,
  site_id: 3,
  site_code: 'gv',
  site_name: 'Gravel',
  month: month(0),
  publish_by: null,
  peak: null,
  score: 70,
  volume: 1200,
  asins: [],
  by: { id: 7, first_name: 'Ines', last_name: 'Aldana' },
  note: '',
  version: 4,
  article: null,
  tracked: null,
  ...changes,
})
const plans = (...all: object[]) => ({ body: { nodes: all, totalCount: all.length } })

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerMarket(server)
})
afterEach(() => server.close())

const open = async (keyword: string, role: 'opm' | 'qa' = 'opm') => {
  openAs(server, role, '/keyword-opportunities?source=planner')
  return (await screen.findByText(keyword)).closest('li') as HTMLElement
}
/** Moves the card by two months with two key presses, before the first move is answered. */
async function moveTwice() {
  const user = userEvent.setup()
  const card = await open('kettle')
  card.focus()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await within(monthOf(1)).findByText('kettle')
  await expect.poll(() => server.sent('PATCH /api/plans/1').length).toBe(1)
  await expect.poll(() => document.activeElement?.textContent).toContain('kettle')
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await within(monthOf(2)).findByText('kettle')
}
const monthOf = (at: number) => screen.getByRole('region', { name: new RegExp(`^${monthWords(month(at))}`) })

describe('the planner', () => {
  it('shows a year from this month on, with earlier plans in the first month', async () => {
    server.answer(
      PLANS,
      plans(plan(1, 'kettle', { month: '2020-01' }), plan(2, 'tent', { month: month(11) })),
    )
    await open('kettle')
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim()),
    ).toEqual(MONTHS.map((each, at) => monthWords(each) + (at === 0 ? ' 1, 1 late' : at === 11 ? ' 1' : '')))
    expect(within(monthOf(0)).getByText('Late: planned for Jan 2020')).toBeVisible()
    expect(within(monthOf(11)).getByText('tent')).toBeVisible()
  })

  it('says in words why a card is late, but not for a published one', async () => {
    const past = plusDays(TODAY, -1)
    server.answer(
      PLANS,
      plans(
        plan(1, 'kettle', { publish_by: past, peak: TODAY }),
        plan(2, 'tent', {
          publish_by: past,
          peak: TODAY,
          article: { article_id: 9, title: 'Tents', status: 'published' },
          tracked: { site_code: 'gv', post_id: '4711' },
        }),
        plan(3, 'stove', { month: month(5), publish_by: `${month(3)}-02`, peak: `${month(5)}-10` }),
      ),
    )
    const late = await open('kettle')
    expect(late).toHaveTextContent(/Late: due/)
    const out = screen.getByText('tent').closest('li') as HTMLElement
    expect(out).not.toHaveTextContent(/late/i)
    expect(within(out).getByRole('link', { name: 'Article “Tents”' })).toHaveTextContent('Published')
    const tracked = within(out).getByRole('link', { name: 'tent in the Content Tracker' })
    expect(new URL((tracked as HTMLAnchorElement).href).search).toContain('post=gv%2F4711')
    expect(screen.getByText('stove').closest('li')).toHaveTextContent(/Planned too late: due/)
  })

  it('moves a card that is dropped on a month, with the version that was read', async () => {
    server.answer(PLANS, plans(plan(1, 'kettle')))
    server.answer('PATCH /api/plans/1', { body: plan(1, 'kettle', { month: month(3), version: 5 }) })
    await open('kettle')
    server.answer(PLANS, plans(plan(1, 'kettle', { month: month(3), version: 5 })))
    const drop = createEvent.drop(monthOf(3))
    Object.defineProperty(drop, 'dataTransfer', { value: { getData: () => '1' } })
    fireEvent(monthOf(3), drop)
    expect(await within(monthOf(3)).findByText('kettle')).toBeVisible()
    await expect
      .poll(() => server.sent('PATCH /api/plans/1').map(({ json }) => json))
      .toEqual([{ month: month(3), version: 4 }])
  })

  it('moves a card by its menu and by the keyboard, says so, and moves it back if another user was faster', async () => {
    const user = userEvent.setup()
    server.answer(PLANS, plans(plan(1, 'kettle')))
    server.answer('PATCH /api/plans/1', {
      status: 409,
      body: { message: 'Another user has changed this card.' },
    })
    const card = await open('kettle')
    // The plan that is fetched after the move was refused.
    server.answer(PLANS, plans(plan(1, 'kettle', { note: 'in no hurry' })))
    card.focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(await screen.findByText(`Planned kettle for ${monthWords(month(1))}`)).toBeInTheDocument()
    expect(await screen.findByText('Another user has changed this card.')).toBeInTheDocument()
    expect(await within(monthOf(0)).findByText('kettle')).toBeVisible()
    expect(await screen.findByText(/in no hurry/)).toBeVisible()
    server.answer('PATCH /api/plans/1', { body: plan(1, 'kettle', { month: month(7), version: 5 }) })
    server.answer(PLANS, plans(plan(1, 'kettle', { month: month(7), version: 5 })))
    await user.click(screen.getByRole('button', { name: 'Actions for kettle' }))
    await user.hover(await screen.findByRole('menuitem', { name: /Move to/ }))
    await user.click(await screen.findByRole('menuitem', { name: monthWords(month(7)) }))
    expect(await within(monthOf(7)).findByText('kettle')).toBeVisible()
  })

  it('sends a second move after the first response, with the version from it', async () => {
    const first = Promise.withResolvers<void>()
    server.answer(PLANS, plans(plan(1, 'kettle')))
    server.answer('PATCH /api/plans/1', async ({ json }) => {
      const { month: to, version } = json as { month: string; version: number }
      if (version === 4) await first.promise
      server.answer(PLANS, plans(plan(1, 'kettle', { month: to, version: version + 1 })))
      return { body: plan(1, 'kettle', { month: to, version: version + 1 }) }
    })
    const sent = () => server.sent('PATCH /api/plans/1').map(({ json }) => json)
    await moveTwice()
    expect(sent()).toEqual([{ month: month(1), version: 4 }])
    first.resolve()
    await expect.poll(() => sent().slice(1)).toEqual([{ month: month(2), version: 5 }])
    expect(await within(monthOf(2)).findByText('kettle')).toBeVisible()
  })

  it('does not send a move after a refused one, and says so', async () => {
    const first = Promise.withResolvers<void>()
    server.answer(PLANS, plans(plan(1, 'kettle')))
    server.answer('PATCH /api/plans/1', async () => {
      await first.promise
      return { status: 409, body: { message: 'Another user has changed this card.' } }
    })
    await moveTwice()
    server.answer(PLANS, plans(plan(1, 'kettle', { month: month(5), version: 9 })))
    first.resolve()
    expect(await screen.findByText('Another user has changed this card.')).toBeInTheDocument()
    expect(
      await screen.findByText('The previous change was refused, so we didn’t send this one.'),
    ).toBeInTheDocument()
    expect(await within(monthOf(5)).findByText('kettle')).toBeVisible()
    expect(server.sent('PATCH /api/plans/1')).toHaveLength(1)
  })

  it('removes a card, and restores it', async () => {
    const user = userEvent.setup()
    server.answer(PLANS, plans(plan(1, 'kettle')))
    server.answer('DELETE /api/plans/1', { status: 204 })
    server.answer('POST /api/plans/1/restore', { body: plan(1, 'kettle') })
    await open('kettle')
    server.answer(PLANS, plans())
    await user.click(screen.getByRole('button', { name: 'Actions for kettle' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from the plan' }))
    expect(await screen.findByText('Removed “kettle” from the plan')).toBeInTheDocument()
    expect(await screen.findByText(/Nothing planned yet/)).toBeVisible()
    server.answer(PLANS, plans(plan(1, 'kettle')))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('kettle')).toBeVisible()
  })

  it('adds the keyword before an article about it is requested, with the products that share the search', async () => {
    const user = userEvent.setup()
    server.answer(PLANS, plans(plan(1, 'kettle', { country: 'uk', asins: ['B0STUB0001'] })))
    server.answer('POST /api/keywords', { status: 201, body: { keyword_id: 12, keyword: 'kettle' } })
    const card = await open('kettle')
    await user.click(within(card).getByRole('button', { name: 'Request article about kettle' }))
    await expect
      .poll(() => server.sent('POST /api/keywords').map(({ json }) => json))
      .toEqual([{ keyword: 'kettle' }])
    expect(await screen.findByLabelText('ASIN of product 1')).toHaveValue('B0STUB0001')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('kettle')).toBeInTheDocument()
    expect(window.location.search).toContain('requestFor=3')
    expect(dialog.getByLabelText('Name of product 1')).toHaveValue('Lowmarsh Sprout 40')
    expect(new URLSearchParams(server.sent(PRODUCTS).at(-1)?.search).get('country')).toBe('uk')
  })
})

describe('keywords in a market', () => {
  const BY = { date: plusDays(TODAY, 20), peak: plusDays(TODAY, 97), missed: null }

  it('show the publish-by date of their article, a season that has started, and their plans', async () => {
    server.answer(
      LIST,
      page([
        opportunity('kettle', { publish_by: BY }),
        opportunity('tent', { publish_by: { ...BY, missed: plusDays(TODAY, 30) } }),
        opportunity('stove', {
          publish_by: BY,
          planned: [{ plan_id: 1, site_code: 'gv', month: '2027-03' }],
        }),
      ]),
    )
    openAs(server, 'opm', '/keyword-opportunities')
    const row = async (name: string) => (await screen.findByText(name)).closest('tr')
    expect(await row('kettle')).toHaveTextContent(/by \d+ \w+ *in 3 weeks/)
    expect(await row('tent')).toHaveTextContent(/in season *next by/)
    expect(await row('stove')).toHaveTextContent('planned for Mar 2027')
    expect(screen.getAllByRole('img', { name: /^Demand peaks on .*, publish by / })).toHaveLength(3)
  })

  it('can be sorted by date, the next one first', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/keyword-opportunities')
    await user.click(await screen.findByRole('columnheader', { name: 'Publish' }))
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(server.sent(LIST).at(-1)?.search)))
      .toMatchObject({ sort: 'publishBy', sortOrder: 'asc' })
  })

  it('explain the date with the weeks that it consists of', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/keyword-opportunities')
    await user.click(await screen.findByRole('button', { name: 'How figures are calculated' }))
    expect(await screen.findByText(/minus 8 weeks to rank.*minus 3 weeks to write/)).toBeVisible()
  })

  it('are planned together, each for its proposed month', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/sites', {
      body: [{ site_id: 3, code: 'gv', display_name: 'Gravel', logo_url: '', retired: false }],
    })
    server.answer(
      LIST,
      page([opportunity('kettle', { publish_by: BY }), opportunity('tent', { keyword_id: 5 })]),
    )
    server.answer('POST /api/plans', {
      status: 201,
      body: { planned: [plan(1, 'kettle')], already: [plan(2, 'tent')] },
    })
    openAs(server, 'opm', '/keyword-opportunities')
    await user.click(await screen.findByRole('checkbox', { name: /kettle/ }))
    await user.click(screen.getByRole('button', { name: 'Plan 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plan a keyword' }))
    expect(dialog.getByText(new RegExp(`^${monthWords(BY.date.slice(0, 7))}, publish by`))).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Plan' }))
    expect(await dialog.findByText('Choose a site')).toBeVisible()
    await user.click(dialog.getByRole('combobox', { name: 'Site' }))
    await user.click(await screen.findByText('Gravel'))
    await user.click(dialog.getByRole('button', { name: 'Plan' }))
    expect(await screen.findByText('1 keyword planned')).toBeInTheDocument()
    expect(await screen.findByText(/One was already planned for this site/)).toBeInTheDocument()
    expect(server.sent('POST /api/plans').map(({ json }) => json)).toEqual([
      { country: 'us', keywords: ['kettle'], site_id: 3, note: '' },
    ])
  })
})
