import './opportunities-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parametersIn } from '#web/testing/browser.ts'
import { textsByHead } from '#web/testing/cells.ts'
import {
  answerMarket,
  LIST,
  NOT_TODAY,
  OVERVIEW,
  opportunity,
  page,
} from '#web/testing/keyword-opportunities.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerMarket(server)
})
afterEach(() => server.close())

const LEFT = 37
const RIGHT = 39
const asked = (route = LIST, at = -1) => new URLSearchParams(server.sent(route).at(at)?.search)
const USUAL = {
  country: 'us',
  page: '1',
  sort: 'opportunityScore',
  sortOrder: 'desc',
  competitionMin: '1',
  competitionMax: '100',
  seasonalityMin: '1',
  seasonalityMax: '5',
  excludeTopBrands: 'true',
  excludeExistingKeywords: 'false',
}
const open = async (search = '') => {
  openAs(server, 'opm', `/keyword-opportunities${search}`)
  return screen.findByText('cordless snow shovel')
}
// The library doesn't know this element's role.
const searchPanel = () => document.querySelector('search') as HTMLElement
const openAllFilters = async (search = '') => {
  await open(search)
  await userEvent.click(screen.getByRole('button', { name: 'All filters' }))
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

describe('the list', () => {
  it('is named Keyword Opportunities and shows the market’s answer [OPP-001] [OPP-018] [OPP-042]', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Keyword Opportunities' })).toBeVisible()
    expect(Object.fromEntries(asked())).toEqual(USUAL)
    await within(searchPanel()).findByText('of 2,417')
    expect(within(searchPanel()).getByRole('status')).toHaveTextContent('2,148 of 2,417')
    expect(textsByHead(rowOf('cordless snow shovel'))).toMatchObject({
      Score: expect.stringContaining('87'),
      Volume: expect.stringMatching(/^41,200.*38\.4 %$/),
      'Units sold': '1,310',
      'Avg. price': '$48.90',
      Competition: expect.stringContaining('Very Low'),
    })
    expect(within(rowOf('neck fan')).getByText('Medium')).toBeInTheDocument()
    expect(within(rowOf('unknown thing')).getAllByText('-').length).toBeGreaterThanOrEqual(6)
  })

  it('shows seasonality on a scale of five [OPP-037]', async () => {
    await open()
    expect(
      within(rowOf('cordless snow shovel'))
        .getByRole('img', { name: 'Seasonality 4 of 5' })
        .querySelectorAll('.on'),
    ).toHaveLength(4)
  })

  it('keeps every filter in its address and sends it [OPP-002] [OPP-003] [OPP-004] [OPP-005] [OPP-006] [OPP-007] [OPP-008] [OPP-009] [OPP-010] [OPP-011] [OPP-012] [OPP-013] [OPP-014] [OPP-016]', async () => {
    const address =
      '?region=uk&category[]=Electronics&category[]=Home+%26+Kitchen&includeText=kettle&excludeText=parts&page=2&competitionMin=10&competitionMax=60&seasonalityMin=2&seasonalityMax=4&excludeTopBrands=false&excludeExistingKeywords=true&avgPriceMin=20&avgPriceMax=100&avgUnitsSoldMin=5&avgUnitsSoldMax=500&monthlySearchVolumeMin=1000&monthlySearchVolumeMax=9000&monthlyTrendMin=1&monthlyTrendMax=50&opportunityScoreMin=60&opportunityScoreMax=90'
    await open(address)
    expect(Object.fromEntries(asked())).toMatchObject({
      'category[0]': 'Electronics',
      'category[1]': 'Home & Kitchen',
      country: 'uk',
      includeText: 'kettle',
      excludeText: 'parts',
      page: '2',
      competitionMin: '10',
      competitionMax: '60',
      seasonalityMin: '2',
      seasonalityMax: '4',
      excludeTopBrands: 'false',
      excludeExistingKeywords: 'true',
      avgPriceMin: '20',
      avgPriceMax: '100',
      avgUnitsSoldMin: '5',
      avgUnitsSoldMax: '500',
      monthlySearchVolumeMin: '1000',
      monthlySearchVolumeMax: '9000',
      monthlyTrendMin: '1',
      monthlyTrendMax: '50',
      opportunityScoreMin: '60',
      opportunityScoreMax: '90',
    })
    await userEvent.click(screen.getByRole('button', { name: 'All filters' }))
    expect(screen.getByRole('spinbutton', { name: 'Average price, at least' })).toHaveValue('20')
    expect(parametersIn(window.location.search)).toEqual(parametersIn(address))
  })

  it('reads a category without brackets', async () => {
    await open('?category=Electronics')
    expect(asked().getAll('category[0]')).toEqual(['Electronics'])
  })

  it('accepts the search volume under its other name, until the user sets it [OPP-015]', async () => {
    const user = userEvent.setup()
    await openAllFilters('?monthlyVlmMin=700&monthlyVlmMax=9000')
    expect(Object.fromEntries(asked())).toMatchObject({ monthlyVlmMin: '700', monthlyVlmMax: '9000' })
    const least = screen.getByRole('spinbutton', { name: 'Monthly search volume, at least' })
    expect(least).toHaveValue('700')
    await user.clear(least)
    await user.type(least, '800{Enter}')
    await waitFor(() => expect(asked().get('monthlySearchVolumeMin')).toBe('800'))
    expect(asked().get('monthlySearchVolumeMax')).toBe('9000')
    expect(asked().has('monthlyVlmMin')).toBe(false)
  })

  it('starts without top brands, in the United States [OPP-026] [OPP-027] [OPP-028] [OPP-029] [OPP-030]', async () => {
    await openAllFilters()
    expect(screen.getByRole('checkbox', { name: 'Exclude top brands' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Exclude existing keywords' })).not.toBeChecked()
    expect(screen.getByRole('spinbutton', { name: 'Competition, at least' })).toHaveValue('1')
    expect(screen.getByRole('spinbutton', { name: 'Competition, at most' })).toHaveValue('100')
    expect(screen.getByRole('spinbutton', { name: 'Seasonality, at most' })).toHaveValue('5')
    expect(screen.getByText('us · United States, $')).toBeInTheDocument()
  })

  it('ignores invalid values in its address', async () => {
    await open(
      '?region=atlantis&competitionMin=-4&seasonalityMax=9&avgPriceMin=-1&excludeTopBrands=perhaps&page=x&sort=secret',
    )
    expect(Object.fromEntries(asked())).toEqual(USUAL)
  })

  it('without a match names the filter that excludes the most, and removes it', async () => {
    const user = userEvent.setup()
    server.answer(
      LIST,
      page([], {
        without: [
          { filter: 'avgPrice', count: 124 },
          { filter: 'includeText', count: 3 },
        ],
      }),
    )
    openAs(server, 'opm', '/keyword-opportunities?avgPriceMin=9000&includeText=kettle')
    await user.click(await screen.findByRole('button', { name: 'Without “Average price”: 124 keywords' }))
    await waitFor(() => expect(asked().has('avgPriceMin')).toBe(false))
    expect(asked().get('includeText')).toBe('kettle')
  })

  it('reads pasted cells as words between commas', async () => {
    const user = userEvent.setup()
    await openAllFilters('?includeText=tent')
    const field = screen.getByLabelText('Include text')
    await user.click(field)
    fireEvent.paste(field, { clipboardData: { getData: () => ', quiet\r\nsmall\r\n' } })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked().get('includeText')).toBe('tent, quiet, small'))
  })

  it('counts keywords excluded only by unknown values, and includes or hides them', async () => {
    const user = userEvent.setup()
    server.answer(LIST, page([opportunity('cordless snow shovel')], { unknown_count: 34 }))
    await open('?avgPriceMin=20')
    expect(screen.getByText('34 keywords hidden: no data for these filters.')).toBeVisible()
    expect(asked().has('include_unknown')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Include them' }))
    await waitFor(() => expect(asked().get('include_unknown')).toBe('true'))
    expect(await screen.findByText('Includes 34 keywords without data for these filters.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Hide them' }))
    await waitFor(() => expect(window.location.search).not.toContain('includeUnknown'))
  })

  it('without a connected market says so, and links to the queries of Search Console', async () => {
    const user = userEvent.setup()
    server.answer(`${LIST}/overview`, {
      body: { ...OVERVIEW, count: 0, usage: { source: 'built-in', is_connected: false, calls: null } },
    })
    server.answer(LIST, page([]))
    server.answer(`${LIST}/searched`, { body: { nodes: [], totalCount: 0, until: null } })
    openAs(server, 'opm', '/keyword-opportunities')
    expect(await screen.findByRole('heading', { name: 'Market data isn’t connected' })).toBeInTheDocument()
    expect(searchPanel()).toBeNull()
    expect(screen.queryByText('Sample data: no data provider is connected.')).toBeNull()
    await user.click(screen.getByText('How to connect a provider'))
    expect(screen.getByText(/JUNGLESCOUT_API_KEY/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Open “From search console”' }))
    expect(await screen.findByText(/No queries yet/)).toBeInTheDocument()
  })

  it('that could not be read says so, and can be retried', async () => {
    const user = userEvent.setup()
    server.answer(LIST, NOT_TODAY)
    openAs(server, 'opm', '/keyword-opportunities')
    expect(await screen.findByText('Keyword opportunities could not be searched.')).toBeInTheDocument()
    server.answer(LIST, page([opportunity('cordless snow shovel')]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('cordless snow shovel')).toBeInTheDocument()
  })

  it('of an unavailable market stays, with the reason', async () => {
    server.answer(
      LIST,
      page([opportunity('cordless snow shovel')], { problem: 'Jungle Scout is not available.' }),
    )
    await open()
    expect(
      screen.getByText('Jungle Scout is not available. Showing the last known data.'),
    ).toBeInTheDocument()
  })
})

describe('the panel of filters', () => {
  const panel = () => within(searchPanel())
  const chips = () => within(panel().getByRole('list', { name: 'Active filters' }))

  it('is named Search: a line of the active filters, each with its own control, that opens to all of them [OPP-017]', async () => {
    const user = userEvent.setup()
    await open('?avgPriceMin=20&opportunityScoreMin=60&opportunityScoreMax=90')
    expect(searchPanel()).toHaveAccessibleName('Search')
    expect(panel().queryByRole('spinbutton')).toBeNull()
    expect(
      chips()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Region us', 'Opportunity score 60–90', 'Average price ≥ 20', 'Exclude top brands'])
    await user.click(chips().getByRole('button', { name: 'Opportunity score 60–90' }))
    const least = await screen.findByRole('spinbutton', { name: 'Opportunity score, at least' })
    await user.clear(least)
    await user.type(least, '70{Enter}')
    await waitFor(() => expect(asked().get('opportunityScoreMin')).toBe('70'))
    await user.click(chips().getByRole('button', { name: 'Remove filter Average price' }))
    await waitFor(() => expect(asked().has('avgPriceMin')).toBe(false))
    expect(asked().get('opportunityScoreMin')).toBe('70')
    expect(panel().getByRole('button', { name: 'Add filter' })).toHaveFocus()
    await user.click(panel().getByRole('button', { name: 'All filters' }))
    expect(panel().getByRole('button', { name: 'All filters' })).toHaveAttribute('aria-expanded', 'true')
    expect(panel().getByRole('spinbutton', { name: 'Average price, at least' })).toBeVisible()
  })

  it('stays unfolded when the screen is opened again', async () => {
    await openAllFilters()
    cleanup()
    await open()
    expect(panel().getByRole('button', { name: 'All filters' })).toHaveAttribute('aria-expanded', 'true')
  })

  it('takes another filter from a menu, which F opens, and loses one by Backspace on its chip', async () => {
    const user = userEvent.setup()
    await open()
    const brands = chips().getByRole('button', { name: 'Exclude top brands' })
    brands.focus()
    await user.keyboard('f')
    await user.click(await screen.findByRole('menuitem', { name: 'Average price' }))
    await user.type(await screen.findByRole('spinbutton', { name: 'Average price, at most' }), '90{Enter}')
    await waitFor(() => expect(asked().get('avgPriceMax')).toBe('90'))
    expect(await chips().findByRole('button', { name: 'Average price ≤ 90' })).toBeInTheDocument()
    brands.focus()
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(asked().get('excludeTopBrands')).toBe('false'))
    expect(chips().queryByRole('button', { name: 'Exclude top brands' })).toBeNull()
  })

  it('whose filters leave no keyword says how many are on', async () => {
    server.answer(LIST, page([]))
    openAs(server, 'opm', '/keyword-opportunities?includeText=kettle&avgPriceMin=9000')
    expect(await screen.findByText('No keywords match. 3 filters are on.')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Clear Filters' })).not.toHaveLength(0)
  })

  it('accepts no number below 0 [OPP-021]', async () => {
    const user = userEvent.setup()
    await openAllFilters()
    const names = [
      'Average price',
      'Average units sold',
      'Monthly search volume',
      'Monthly trend',
      'Opportunity score',
    ]
    for (const name of names)
      expect(screen.getByRole('spinbutton', { name: `${name}, at least` })).toHaveAttribute(
        'aria-valuemin',
        '0',
      )
    const field = screen.getByRole('spinbutton', { name: 'Average price, at most' })
    await user.type(field, '-5{Enter}')
    await waitFor(() => expect(field).toHaveValue('0'))
    expect(server.sent(LIST).every(({ search }) => !search.includes('avgPriceMax=-'))).toBe(true)
  })

  it('has sliders: competition from 1 to 100 by tens, seasonality from 1 to 5 by one [OPP-008] [OPP-022] [OPP-023] [OPP-024] [OPP-025]', async () => {
    await openAllFilters()
    const slider = (name: string) => screen.getByRole('slider', { name })
    for (const [name, least, most] of [
      ['Competition', '1', '100'],
      ['Seasonality', '1', '5'],
    ] as const)
      expect([
        slider(`${name}, least`).getAttribute('aria-valuemin'),
        slider(`${name}, most`).getAttribute('aria-valuemax'),
      ]).toEqual([least, most])
    // The kit's slider reads key codes, which only manually fired events have here.
    const press = (name: string, keyCode: number) => fireEvent.keyDown(slider(name), { keyCode })
    const asks = (bound: string, value: string) => waitFor(() => expect(asked().get(bound)).toBe(value))
    press('Competition, least', RIGHT)
    await asks('competitionMin', '10')
    press('Competition, least', RIGHT)
    await asks('competitionMin', '20')
    press('Competition, most', LEFT)
    await asks('competitionMax', '90')
    press('Seasonality, most', LEFT)
    await asks('seasonalityMax', '4')
    press('Seasonality, least', RIGHT)
    await asks('seasonalityMin', '2')
    expect(window.location.search).toMatch(/seasonalityMin=2/)
  })

  it('whose categories could not be read says so below their field, and otherwise works [OPP-054]', async () => {
    server.answer(`${LIST}/categories`, NOT_TODAY)
    await openAllFilters()
    const field = await screen.findByText('Categories could not be searched.')
    expect(field.closest('.labelled')).toHaveTextContent('Category')
    expect(screen.getByText('neck fan')).toBeInTheDocument()
  })

  it('explains each calculated figure on request', async () => {
    const user = userEvent.setup()
    await open()
    await user.click(screen.getByRole('button', { name: 'How figures are calculated' }))
    expect(
      await screen.findByText(/^0–100: up to 40 for demand and 20 for monthly trend/),
    ).toBeInTheDocument()
  })
})
