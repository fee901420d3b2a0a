import type { Locator, Page } from '@playwright/test'
import type { Stat } from '../src/shared/features/market/share-of-voice/contract.ts'
import { button, dialogOf } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'
import { back, calendarOf, daysOf, findKeyword, LAST_MONTH, nameOf, TODAY } from './share-of-voice-steps.ts'

const labelOf = ({ publisher, is_winning: isWinning, created_at: day }: Stat) =>
  `${publisher}, ${isWinning ? 'winning' : 'losing'}, ${day}`

const calendarIn = (page: Page, month = LAST_MONTH) => page.getByRole('table', { name: nameOf(month) })

/** The content of the calendar: for each day the names and texts of the chips, and whether it is hatched. */
const shownIn = (calendar: Locator) =>
  calendar.locator('td:not(.other)').evaluateAll((cells) =>
    cells.map((cell) => ({
      day: cell.querySelector('time')?.dateTime ?? '',
      chips: [...cell.querySelectorAll('button')]
        .map((chip) => `${chip.textContent}: ${chip.getAttribute('aria-label')}`)
        .sort(),
      isHatched: getComputedStyle(cell).backgroundImage.includes('gradient'),
    })),
  )

/** Whether a chip is more green than red, by its computed style. */
const isGreen = (chip: Locator) =>
  chip.evaluate((element) => {
    const [red = 0, green = 0] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? []
    return green > red
  })

/** A keyword with won, lost and unknown days in the last month. */
const mixed = (session: Session) =>
  findKeyword(session, ({ stats, calendar: { days } }) => {
    const won = days.filter((day) => day.won > 0).length
    return won > 0 && won < days.length && days.length < daysOf(LAST_MONTH).length && stats.length > 0
  })

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test('the calendar of a keyword shows its holder on each day, and the content of their stories [SOV-001] [SOV-002] [SOV-003] [SOV-004] [SOV-005] [SOV-006] [SOV-007] [SOV-008] [SOV-009] [SOV-010] [SOV-011] [SOV-013]', {
  tag: ['@days', '@first'],
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  const { id, stats } = await mixed(opm)
  await page.goto(`/keywords?keyword_id=${id}&month=${LAST_MONTH}`)
  await expect(page.getByRole('tab', { name: 'Share of Voice', selected: true })).toBeVisible()
  const calendar = calendarIn(page)
  const expected = daysOf(LAST_MONTH).map((day) => {
    const chips = stats
      .filter(({ created_at: of }) => of === day)
      .map((stat) => `${stat.publisher}: ${labelOf(stat)}`)
      .sort()
    return { day, chips, isHatched: chips.length === 0 }
  })
  await expect(calendar).toBeVisible()
  expect(await shownIn(calendar)).toEqual(expected)
  await expect(calendar.getByText(/^(no data|not tracked yet)$/)).toHaveCount(
    expected.filter(({ isHatched }) => isHatched).length,
  )
  for (const isWinning of [true, false]) {
    const chip = calendar.locator(isWinning ? '.stat-chip.won' : '.stat-chip.lost').first()
    await expect(chip).toHaveAccessibleName(isWinning ? /, winning, / : /, losing, /)
    expect(await isGreen(chip)).toBe(isWinning)
  }

  // The longest, of which the card shows only a part at first.
  const [lost] = stats
    .filter(({ is_winning: isWinning }) => !isWinning)
    .sort((one, other) => other.parsed_data.items.length - one.parsed_data.items.length)
  const won = stats.find(({ is_winning: isWinning }) => isWinning)
  if (!lost || !won) throw new Error('Nothing was won and lost.')
  const { marketplace } = await opm.call('GET', '/api/health')
  await calendar.getByRole('button', { name: labelOf(lost) }).click()
  const card = dialogOf(page, labelOf(lost))
  const { title, publishedDate, items } = lost.parsed_data
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByText(`Published ${publishedDate}`)).toBeVisible()
  const more = card.getByRole('button', { name: /more items?$/ })
  if (items.length > 3) await more.click()
  await expect(card.getByRole('listitem')).toHaveCount(items.length)
  for (const [index, { asin, name, award, blurb }] of items.entries()) {
    const item = card.getByRole('listitem').nth(index)
    for (const text of [name, award, blurb]) await expect(item).toContainText(text)
    const link = item.getByRole('link', { name: new RegExp(asin) })
    await expect(link).toHaveAttribute('href', `https://${marketplace}/dp/${asin}`)
  }
  await expect(card.locator('.product-thumb')).toHaveCount(items.length)
  await expect(card.locator('.product-thumb img').first()).toBeVisible()
  await expect(button(card, 'Compare')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(calendar.getByRole('button', { name: labelOf(lost) })).toBeFocused()

  await calendar.getByRole('button', { name: labelOf(won) }).click()
  const ours = dialogOf(page, labelOf(won))
  await expect(ours.getByRole('heading', { name: won.parsed_data.title })).toBeVisible()
  await expect(button(ours, 'Compare')).toHaveCount(0)
  await button(ours, 'Close').click()
  await expect(ours).toBeHidden()

  const year = LAST_MONTH.slice(0, 4)
  await page.getByText('Year', { exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`month=${year}$`))
  const { days } = await calendarOf(opm, id, `from=${year}-01-01&to=${year}-12-31`)
  const months = page.getByRole('list', { name: year }).getByRole('button')
  await expect(months).toHaveCount(12)
  for (let number = 1; number <= 12; number++) {
    const of = days.filter(({ day }) => Number(day.slice(5, 7)) === number)
    const won = of.filter((day) => day.won > 0).length
    const shown = (count: number) => (count === 1 ? '1 day' : `${count} days`)
    const month = months.nth(number - 1)
    if (of.length === 0) await expect(month).not.toContainText('Won')
    else await expect(month).toContainText(`Won ${shown(won)}Lost ${shown(of.length - won)}`)
  }
  await expectAccessible(page)
  await months.nth(Number(LAST_MONTH.slice(5)) - 1).click()
  await expect(calendar).toBeVisible()
  await page.reload()
  await expect(calendar).toBeVisible()
})

/**
 * A keyword of the sample, and a day of the last ninety on which an article of ours for it was published: a
 * single month may have none.
 */
async function findMarked(session: Session) {
  const { data } = await session.call('GET', '/api/stats/keyword-winners?dateRange=90&limit=100')
  for (const { keyword_id: id } of data) {
    const { annotations } = await calendarOf(session, id, `from=${back(89)}&to=${TODAY}`)
    const marked = annotations.find(
      ({ kind, before, after }) => kind === 'published' && before !== null && after !== null,
    )
    if (marked) return { id: id as number, marked }
  }
  throw new Error('The sample has no such keyword.')
}

test('a day on which our article was published is marked, with the share before and after', {
  tag: '@days',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  const { id, marked } = await findMarked(opm)
  if (!marked.article || marked.before === null || marked.after === null) throw new Error('Unmarked')
  await page.goto(`/keywords?keyword_id=${id}&month=${marked.day.slice(0, 7)}`)
  const cell = calendarIn(page, marked.day.slice(0, 7)).locator('td', {
    has: page.locator(`time[datetime="${marked.day}"]`),
  })
  const share = `${marked.before.toPrecision(3)} % in the 28 days before, ${marked.after.toPrecision(3)} % in the 28 days after`
  const words = share.replaceAll(/\b0\.00e\+0|\b100\.?/g, (text) => (text === '100.' ? '100' : text))
  await expect(cell).toContainText(`${marked.article.title}: published`)
  const events = page.getByRole('list', { name: 'Events' })
  await expect(events).toContainText(`Win %: ${words}`)
  await events.getByRole('link', { name: marked.article.title }).click()
  await expect(page).toHaveURL(`/articles/${marked.article.article_id}`)
  await expect(page.getByRole('article', { name: marked.article.title })).toBeVisible()
})

test('on a phone the calendar keeps its seven days, and a chip opens a sheet', { tag: '@days' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const opm = await signIn('opm')
  const { id, stats } = await mixed(opm)
  await page.goto(`/keywords?keyword_id=${id}&month=${LAST_MONTH}`)
  const calendar = calendarIn(page)
  await expect(calendar).toBeVisible()
  const heads = await calendar
    .locator('thead th')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).offsetLeft))
  const days = await calendar
    .locator('tbody tr:first-child td')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).offsetLeft))
  expect(heads).toHaveLength(7)
  expect(days).toEqual(heads)
  expect(await isWide(page)).toBe(false)
  const lost = stats.find(({ is_winning: isWinning }) => !isWinning)
  if (!lost) throw new Error('Nothing was lost.')
  await calendar.getByRole('button', { name: labelOf(lost) }).click()
  const sheet = dialogOf(page, labelOf(lost))
  await expect(sheet.getByRole('heading', { name: lost.parsed_data.title })).toBeVisible()
  expect(await isWide(page)).toBe(false)
  await button(sheet, 'Compare').click()
  await expect(dialogOf(page, /Article Comparison/)).toBeVisible()
  await expect(sheet).toBeHidden()
})
