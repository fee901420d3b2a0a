import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import type { WinnerRow } from '../src/shared/features/market/share-of-voice/contract.ts'
import { button, dialogOf } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'
import { TODAY } from './share-of-voice-steps.ts'

const MATRIX = 'Results by day'
const winners = (session: Session, query: string): Promise<{ meta: { total: number }; data: WinnerRow[] }> =>
  session.call('GET', `/api/stats/keyword-winners?${query}`)
const surfaces = (session: Session, query: string) =>
  session.call('GET', `/api/stats/content-surfaces?${query}`)

const matrixIn = (page: Page) => page.getByRole('region', { name: MATRIX }).getByRole('grid')
const namesIn = (page: Page) => matrixIn(page).locator('tbody th').allTextContents()
const expectRows = (page: Page, rows: readonly WinnerRow[]) =>
  expect.poll(() => namesIn(page)).toEqual(rows.map(({ keyword }) => keyword))

/** Three significant digits: 100, 66.7, 8.33, 0.00. */
const threeDigits = (percent: number | null) => {
  if (percent === null) return '-'
  return percent === 0 ? '0.00' : String(percent.toPrecision(3))
}

async function saved(page: Page, control: Locator) {
  const began = page.waitForEvent('download')
  await control.click()
  const file = await began
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

/** The result of a day in a cell of the matrix. */
function resultOf({ stats, tracked_since: since }: WinnerRow, day: string): string {
  const of = stats.filter(({ created_at: at }) => at === day)
  if (of.length === 0) return since !== null && day < since ? 'not tracked yet' : 'no data'
  return of.some(({ is_winning: isWinning }) => isWinning) ? 'won' : 'lost'
}

test('Reports open with Keyword Winners: a column per day, won and lost cells, and Win % [REP-001] [REP-002] [REP-003] [REP-004] [REP-016] [REP-017] [REP-018] [REP-019] [REP-021]', {
  tag: ['@days', '@first'],
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  await page.goto('/reports')
  await expect(page).toHaveURL(/\/reports\/winners$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Reports' })
  // The sample's users have stored settings for surfaces.
  for (const [name, path] of [
    ['Content Surfaces', 'surfaces?view=ours'],
    ['Products OOS', 'oos'],
    ['Keyword Winners', 'winners'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await expect.poll(() => page.url().replace(/^.*\/reports\//, '')).toBe(path)
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }

  await page.goto('/reports/winners?range=30&page=20')
  const { data } = await winners(opm, 'dateRange=30&limit=10&offset=190')
  await expectRows(page, data)
  const days: string[] = Object.keys(
    await opm.call('GET', '/api/stats/has-share-of-voice-report?dateRange=30'),
  ).sort()
  expect(days).toHaveLength(30)
  const heads = matrixIn(page).getByRole('columnheader', { name: /^CSV of / })
  await expect(heads).toHaveCount(30)
  await expect(matrixIn(page).getByRole('columnheader', { name: 'Win %', exact: true })).toBeVisible()
  const rows = matrixIn(page).locator('tbody tr')
  for (const [index, row] of data.entries()) {
    const cells = rows.nth(index).locator('td.day-column > *')
    const said = await cells.evaluateAll((found) =>
      found.map((cell) => (cell.getAttribute('aria-label') ?? '').replace(/^.*: /, '')),
    )
    expect(said, row.keyword).toEqual(days.map((day) => resultOf(row, day)))
    await expect(rows.nth(index).locator('td.share-column')).toHaveText(threeDigits(row.winning_percentage))
  }
  const colours = await Promise.all(
    ['won', 'lost', 'no-data'].map((kind) =>
      matrixIn(page)
        .locator(`.result.${kind}`)
        .first()
        .evaluate((cell) => `${getComputedStyle(cell).color} ${getComputedStyle(cell).backgroundImage}`),
    ),
  )
  expect(new Set(colours).size).toBe(3)

  await matrixIn(page).locator('button.result.lost').first().click()
  const card = page.getByRole('dialog')
  await expect(card.getByRole('article').first()).toBeVisible()
  await button(card, 'Compare').first().click()
  await expect(dialogOf(page, /Article Comparison/)).toBeVisible()
  await expect(page).toHaveURL(/compare=\d+/)
  await expect(dialogOf(page, /Article Comparison/).getByText('HERO TEXT')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})

test('Keyword Winners are exported as files: a day, every result, and the matrix [REP-020] [REP-030] [REP-031] [REP-032] [REP-033] [REP-034] [REP-048] [REP-049]', {
  tag: '@days',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  const asks = { sort: 'keyword', sortOrder: 'asc', dateRange: 30, query: 'air fryer' }
  const bodies = new Map<string, unknown>()
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url())
    if (sent.method() === 'POST' && pathname.startsWith('/api/stats/'))
      bodies.set(pathname.slice('/api/stats/'.length), sent.postDataJSON())
  })
  await page.goto('/reports/winners?range=30&query=air fryer&sort=keyword&sortOrder=asc')
  const { data, meta } = await winners(
    opm,
    'dateRange=30&query=air fryer&sort=keyword&sortOrder=asc&limit=100',
  )
  expect(meta.total).toBeLessThanOrEqual(100)
  await expectRows(page, data.slice(0, 10))
  const collected = await opm.call('GET', '/api/stats/has-share-of-voice-report?dateRange=30')
  for (const [date, has] of Object.entries(collected)) {
    const link = button(page, `CSV of ${date}`)
    if (has) await expect(link).toBeEnabled()
    else await expect(link).toBeDisabled()
  }
  const day = await saved(page, button(page, `CSV of ${TODAY}`))
  expect(day.name).toBe(`share-of-voice-${TODAY}.csv`)
  const results = Papa.parse<Record<string, string>>(String(day.content), {
    header: true,
    skipEmptyLines: true,
  }).data
  expect(results.length).toBeGreaterThan(100)
  expect(new Set(results.map(({ Day }) => Day?.slice(0, 10)))).toEqual(new Set([TODAY]))

  const files = new Map<string, { name: string; content: Buffer }>()
  for (const title of ['Raw Export', 'Keyword Winners Export']) {
    await button(page, 'Export Report').click()
    await page.getByRole('menuitem', { name: title, exact: true }).click()
    const dialog = dialogOf(page, title)
    await expect(dialog).toBeVisible()
    if (title === 'Raw Export') await expectAccessible(page)
    await button(dialog, 'Start').click()
    await expect(dialog.getByText('The file is ready.')).toBeVisible({ timeout: 30_000 })
    files.set(title, await saved(page, dialog.getByRole('button', { name: /^Download / })))
    await button(dialog, 'Close').last().click()
    await expect(dialog).toBeHidden()
  }

  expect(Object.fromEntries(bodies)).toEqual({ 'keyword-winners-raw': asks, 'keyword-winners-report': asks })

  const raw = files.get('Raw Export')
  expect(raw?.name).toMatch(/\.csv$/)
  const lines = Papa.parse<Record<string, string>>(String(raw?.content), {
    header: true,
    skipEmptyLines: true,
  }).data
  const said = lines.map(({ Day, Keyword, Publisher, Won }) => `${Day} ${Keyword} ${Publisher} ${Won}`).sort()
  const known = data.flatMap(({ keyword, stats }) =>
    stats.map(
      ({ created_at: of, publisher, is_winning: isWinning }) =>
        `${of} ${keyword} ${publisher} ${isWinning ? 'yes' : 'no'}`,
    ),
  )
  expect(said).toEqual(known.sort())

  const report = files.get('Keyword Winners Export')
  expect(report?.name).toMatch(/\.xlsx$/)
  const book = await readXlsx(new Uint8Array(report?.content ?? Buffer.alloc(0)))
  const [header = [], ...rows] = book.sheets[0]?.rows ?? []
  expect(header.slice(-30)).toHaveLength(30)
  expect(rows.map(([keyword]) => keyword)).toEqual(data.map(({ keyword }) => keyword))
})

test('Content Surfaces draws a line per publisher and Over All, names them, and is saved as a workbook [REP-024] [REP-025] [REP-030] [REP-035]', {
  tag: '@days',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  await page.goto('/reports/surfaces')
  const { days, series, overall } = await surfaces(opm, 'dateRange=7')
  const list = page.getByRole('table', { name: 'Keywords held, latest day' })
  const lines = list.locator('tbody tr')
  await expect(lines).toHaveCount(series.length + 1)
  const latest = (values: (number | null)[]) =>
    values.findLast((value) => value !== null)?.toLocaleString('en-US') ?? ''
  await expect(lines.first().locator('th')).toHaveText('Over All')
  await expect(lines.first().locator('td').nth(2)).toHaveText(latest(overall))
  for (const { publisher, values, is_ours: isOurs } of series) {
    const row = list.getByRole('row', { name: new RegExp(`^${publisher}`) })
    await expect(row.locator('th')).toHaveText(`${publisher}${isOurs ? 'ours' : ''}`)
    await expect(row.locator('.surfaces-latest')).toHaveText(latest(values))
  }
  const chart = page.getByRole('img', { name: /^Content Surfaces from / })
  await expect(chart.locator('.plot-line')).toHaveCount(series.length + 1)
  // Each line is named at its end without overlaps, and Over All has an axis.
  const labels = await chart.locator('.end-labels text').evaluateAll((found) =>
    found.map((label) => {
      const { top, bottom, left, right } = label.getBoundingClientRect()
      return { name: label.firstChild?.textContent ?? '', top, bottom, left, right }
    }),
  )
  expect(labels.map(({ name }) => name.replace(/…$/, '')).sort()).toEqual(
    [...series.map(({ publisher }: { publisher: string }) => publisher), 'Over All'].sort(),
  )
  const inOrder = labels.toSorted((one, other) => one.top - other.top)
  for (const [at, { top }] of inOrder.entries())
    expect(top - (inOrder[at - 1]?.top ?? 0), inOrder[at]?.name).toBeGreaterThanOrEqual(11.5)
  const axis = await chart.locator('text.axis').allTextContents()
  const numbers = axis.map((each) => Number(each.replaceAll(',', ''))).filter((each) => !Number.isNaN(each))
  expect(Math.max(...numbers)).toBeGreaterThanOrEqual(Math.max(...overall.map(Number)))
  // A day can be without data; the pointer is on the last one with data.
  const at = overall.findLastIndex((value: number | null) => value !== null)
  const held = series.filter(({ values }: { values: (number | null)[] }) => values[at] !== null)
  expect(held.length).toBeGreaterThan(0)
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  // Between the scale on the left and the names on the right.
  const between = width - 44 - 184
  await chart.hover({ position: { x: 44 + (between * at) / (days.length - 1), y: 200 } })
  await expect(chart).toContainText(`${days[at]}Over All${overall[at].toLocaleString('en-US')}`)
  for (const { publisher, values } of held)
    await expect(chart).toContainText(`${publisher}${values[at].toLocaleString('en-US')}`)
  await expectAccessible(page)

  const file = await saved(page, button(page, 'Export Report'))
  expect(file.name).toBe('content-surfaces.xlsx')
  const book = await readXlsx(new Uint8Array(file.content))
  const [header, ...rows] = book.sheets[0]?.rows ?? []
  expect(header).toEqual([
    'Day',
    ...series.map(({ publisher }: { publisher: string }) => publisher),
    'Over All',
  ])
  expect(rows).toHaveLength(7)
})

test('ours against the others is one click away, is remembered, and draws a rival over ours', async ({
  page,
  signIn,
}) => {
  const opm = await signIn('opm')
  await page.goto('/reports/surfaces?range=30')
  await expect(page.getByRole('table', { name: 'Keywords held, latest day' })).toBeVisible()
  await page.getByText('Ours vs. others', { exact: true }).click()
  const { series } = await surfaces(opm, 'dateRange=30')
  const ours = series.filter(({ is_ours: isOurs }: { is_ours: boolean }) => isOurs)
  const chart = page.getByRole('img', { name: /^Content Surfaces from / })
  // The median and the maximum of the others, and each of ours.
  await expect(chart.locator('.plot-line')).toHaveCount(2 + ours.length)
  await expect(chart.locator('.days-band')).toHaveCount(1)
  await expect(page.getByText(/of the [\d,]+ places are ours/)).toBeVisible()
  const others = page.getByRole('table', { name: 'Others' })
  await expect(others.locator('tbody tr')).toHaveCount(series.length - ours.length + 1)
  const rival = others.getByRole('button').nth(3)
  await rival.click()
  await expect(page).toHaveURL(/publisher=/)
  await expect(chart.locator('.plot-line')).toHaveCount(3 + ours.length)
  await expect.poll(async () => (await opm.call('GET', '/api/stats/choices')).surfaces_view).toBe('ours')
})

test('pages of winners have the chosen length, and so does the next visit from the menu [REP-022]', async ({
  page,
  signIn,
}) => {
  const opm = await signIn('opm')
  await page.goto('/reports/winners')
  await expect(matrixIn(page).locator('tbody tr')).toHaveCount(10)
  await button(page, '25 rows').click()
  await expect(matrixIn(page).locator('tbody tr')).toHaveCount(25)
  await expect.poll(async () => (await opm.call('GET', '/api/stats/choices')).winners_size).toBe(25)
  await page.goto('/reports')
  await expect(page).toHaveURL(/size=25/)
  await expect(matrixIn(page).locator('tbody tr')).toHaveCount(25)
  const heights = await matrixIn(page)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  expect(new Set(heights)).toEqual(new Set([40]))
  const first = matrixIn(page).locator('tbody tr').first()
  await expect(first.locator('td').last()).toHaveText(/(up|down) [\d.]+ points vs\.|same as in|no data/)
})

test('the reports fit a phone', { tag: '@days' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn('eng')
  await page.goto('/reports/winners?range=90')
  await expect(matrixIn(page).locator('tbody tr')).toHaveCount(10)
  // The latest day is visible first, between the keyword and its share.
  await expect(button(page, `CSV of ${TODAY}`)).toBeInViewport()
  expect(await isWide(page)).toBe(false)
  await matrixIn(page).locator('button.result').last().click()
  await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible()
  expect(await isWide(page)).toBe(false)
  for (const path of ['surfaces', 'oos']) {
    await page.goto(`/reports/${path}`)
    await expect(page.locator('.surfaces-list, .oos-list tbody tr').first()).toBeVisible()
    expect(await isWide(page)).toBe(false)
  }
})
