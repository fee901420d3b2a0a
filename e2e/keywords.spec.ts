import type { Page } from '@playwright/test'
import { button, dialogOf, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  addFilter,
  addKeyword,
  expectNoSidewaysScroll,
  findKeywords,
  keywordRow,
  keywordRows,
  option,
  panelOf,
  today,
} from './keyword-steps.ts'

const FILTERS = ['By article status', 'By tracking', 'By sites', 'By tags', 'By date']
const NEWEST = 'sort=created_at&sortOrder=desc'
const shortDay = (day: string) => day.replaceAll('-0', '-')
const total = (page: Page) => page.locator('.sub-header .count')
const counted = (count: number) => count.toLocaleString('en-US')

test('the summary is a table that its address sorts and pages [KW-001] [KW-028] [KW-029] [KW-030]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const session = await signIn('opm')
  await page.goto('/keywords')
  await expect(page.getByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
  await expect(keywordRows(page)).toHaveCount(20)
  const words = page.locator('.keyword-cell')
  const expectOrder = async (query: string) => {
    const { data } = await findKeywords(session, query)
    await expect(words).toHaveText(data.map(({ keyword }) => keyword))
  }
  for (const [name, sort] of [
    ['Keyword', 'keyword'],
    ['Win % 30 d', 'winning_percentage'],
  ]) {
    const header = page.getByRole('columnheader', { name })
    await header.click()
    await expect(page).toHaveURL(new RegExp(`sort=${sort}&sortOrder=asc`))
    await expectOrder(`sort=${sort}&sortOrder=asc`)
    await header.click()
    await expectOrder(`sort=${sort}&sortOrder=desc`)
  }
  await page.getByTitle('3', { exact: true }).click()
  await expect(page).toHaveURL(/page=3/)
  await expectOrder('sort=winning_percentage&sortOrder=desc&offset=40')
  await page.reload()
  await expectOrder('sort=winning_percentage&sortOrder=desc&offset=40')
  await page.goBack()
  await expectOrder('sort=winning_percentage&sortOrder=desc')
})

test('filters are added, set and removed, each with its parameters [KW-005] [KW-006] [KW-007] [KW-008] [KW-009] [KW-010] [KW-011] [KW-012] [KW-013] [KW-014] [KW-015] [KW-016] [D73]', async ({
  page,
  signIn,
}) => {
  test.slow()
  const session = await signIn('opm')
  const site = (await session.call('GET', '/api/sites'))[2]
  const tag = unique('tag')
  await addKeyword(session, { tags: [{ tag }], sites: [site.site_id], tracked: true })
  const expectFound = async (query: string) => {
    const { meta } = await findKeywords(session, query)
    await expect(total(page)).toHaveText(counted(meta.total))
  }
  await page.goto('/keywords')
  // Nothing is hidden before somebody asks for it.
  await expectFound('')
  await button(page, 'Add filter').click()
  await expect(page.getByRole('menuitem')).toHaveText(FILTERS)
  await page.getByRole('menuitem', { name: 'By tracking' }).click()
  await expect(page).toHaveURL(/tracked=true/)
  const chip = (name: string) => page.locator('.filter-chip').filter({ hasText: name })
  await expect(chip('By tracking')).toContainText('Tracked')
  await expectFound('tracked=true')
  await page.getByRole('radio', { name: 'Not tracked' }).check()
  await expectFound('tracked=false')
  await page.keyboard.press('Escape')

  await addFilter(page, 'By date')
  await expect(page).toHaveURL(new RegExp(`createdFrom=${today()}&createdTo=${today()}`))
  await expect(chip('By date')).toContainText(`By date ${shortDay(today())}`)
  const [from, to] = [page.getByPlaceholder('By date, from'), page.getByPlaceholder('to', { exact: true })]
  await expect(from).toHaveValue(shortDay(today()))
  await from.fill('2026-3-7')
  await page.keyboard.press('Enter')
  await to.fill('2026-10-9')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/createdFrom=2026-03-07&createdTo=2026-10-09/)
  await expect(chip('By date')).toContainText('2026-3-7 to 2026-10-9')
  await expectFound('tracked=false&createdFrom=2026-3-7&createdTo=2026-10-9')
  await button(page, 'Add filter').click()
  await expect(page.getByRole('menuitem')).toHaveText(['By article status', 'By sites', 'By tags'])
  await page.keyboard.press('Escape')
  for (const name of ['By date', 'By tracking']) await button(page, `Remove filter ${name}`).click()
  await expect(page).toHaveURL('/keywords')
  await expectFound('')

  await addFilter(page, 'By sites')
  await expect(page.getByRole('combobox', { name: 'By sites' })).toBeFocused()
  await page.getByRole('combobox', { name: 'By sites' }).fill(site.display_name)
  await option(page, site.display_name).click()
  await expectFound(`sites[0]=${site.site_id}`)
  await expect(chip('By sites')).toContainText(site.display_name)
  // First the list, then what it stands in.
  const sites = page.getByRole('combobox', { name: 'By sites' })
  await expect(sites).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(sites).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Escape')
  await expect(chip('By sites').getByRole('button', { name: /^By sites/ })).toBeFocused()
  await addFilter(page, 'By tags')
  await page.getByRole('combobox', { name: 'By tags' }).fill(tag)
  await option(page, tag).click()
  await expect(total(page)).toHaveText('1')
  await page.reload()
  await expect(chip('By tags')).toContainText(tag)
  await expect(total(page)).toHaveText('1')
  await button(page, 'Clear filters').click()
  await expect(page).toHaveURL('/keywords')

  await addFilter(page, 'By article status')
  await page.getByRole('combobox', { name: 'By article status' }).click()
  await option(page, 'Approved').click()
  await expect(page).toHaveURL(/articleStatus/)
  await expectFound('articleStatus[0]=approved')
  await button(page, 'Remove filter By article status').click()
  await expect(page.locator('.keyword-filters')).toBeFocused()
  await button(page, 'Add filter').click()
  await expect(page.getByRole('menuitem')).toHaveText(FILTERS)
})

test('the keyword finder looks once typing has rested, from the first page on [KW-002] [KW-017] [KW-018] [KW-019] [KW-032]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const { keyword } = await addKeyword(await signIn('opm'))
  await page.goto('/keywords?page=3')
  await expect(keywordRows(page)).toHaveCount(20)
  const asked: URL[] = []
  page.on('request', (sent) => {
    const url = new URL(sent.url())
    if (url.pathname === '/api/keywords') asked.push(url)
  })
  const box = page.getByRole('textbox', { name: 'Search Already Used Keywords' })
  const lastKey = await page.evaluateHandle(() => {
    const last = { at: 0 }
    document.addEventListener('input', ({ timeStamp }) => Object.assign(last, { at: timeStamp }), true)
    return last
  })
  await box.pressSequentially(keyword)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.searchParams.get('keyword')).toBe(keyword)
  expect(asked[0]?.searchParams.get('offset')).toBe('0')
  await expect(keywordRows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`/keywords?${new URLSearchParams({ keyword })}`)
  // By the browser's own clock, whatever else the machine does.
  const rested = await lastKey.evaluate(({ at }) => {
    const calls = performance.getEntriesByType('resource')
    const call = calls.findLast(({ name }) => new URL(name).pathname === '/api/keywords')
    return (call?.startTime ?? 0) - at
  })
  expect(rested).toBeGreaterThanOrEqual(1490)

  await page.goto('/keywords?keyword=nothing+is+called+so')
  await expect(page.getByText('No keywords found.')).toBeVisible()
  await expect(box).toHaveValue('nothing is called so')
})

test('a row opens, fills the window and comes back with what was typed in it [KW-031] [KW-033] [KW-034] [KW-035] [KW-036]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const { keyword, keyword_id: id } = await addKeyword(await signIn('opm'))
  await page.goto(`/keywords?${new URLSearchParams({ keyword })}`)
  await button(page, 'Show details').click()
  await expect(page).toHaveURL(new RegExp(`keyword_id=${id}`))
  const panel = panelOf(page, keyword)
  await expect(panel.getByRole('tab', { name: 'Share of Voice' })).toHaveAttribute('aria-selected', 'true')
  await panel.getByRole('tab', { name: 'Comments' }).click()
  await expect(page).toHaveURL(/comments=1/)
  const written = panel.getByRole('textbox', { name: 'New comment' })
  await written.fill('Half a thought')
  await button(panel, 'Fullscreen').click()
  await expect(page).toHaveURL(/full=1/)
  await expect(panel.getByRole('heading', { name: keyword })).toBeVisible()
  const covers = () =>
    page.evaluate(() =>
      [
        [9, 9],
        [innerWidth - 9, 9],
        [9, innerHeight - 9],
        [innerWidth / 2, innerHeight / 2],
      ].every(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('.fullscreen')),
    )
  expect(await covers()).toBe(true)
  await expect(button(panel, 'Exit fullscreen')).toBeFocused()
  await expect(written).toHaveValue('Half a thought')
  // Escape is for the list of names first.
  await written.press('End')
  await written.pressSequentially(' of @In')
  await expect(page.locator('.ant-mentions-dropdown')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/full=1/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/full=1/)
  expect(await covers()).toBe(false)
  await expect(written).toHaveValue('Half a thought of @In')
  await panel.getByRole('tab', { name: 'Share of Voice' }).click()
  await panel.getByRole('tab', { name: 'Comments' }).click()
  await expect(written).toHaveValue('Half a thought of @In')
  await button(page, 'Hide details').click()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/keyword_id/)
})

test('a link opens the row of a keyword, wherever it stands, with its comments [KW-003] [KW-004] [D75]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const session = await signIn('opm')
  const { data } = await findKeywords(session, NEWEST)
  const low = data[15]?.keyword ?? ''
  await page.goto(`/keywords?keyword_id=${data[15]?.keyword_id}&comments=1`)
  await expect(panelOf(page, low).getByRole('textbox', { name: 'New comment' })).toBeInViewport()
  await expect(keywordRows(page)).toHaveCount(20)

  const { data: others } = await findKeywords(session, `${NEWEST}&offset=60`)
  const { keyword, keyword_id: id } = others[3] ?? { keyword: '', keyword_id: 0 }
  await page.goto(`/keywords?keyword_id=${id}`)
  await expect(panelOf(page, keyword).getByRole('tab', { name: 'Share of Voice' })).toBeVisible()
  await expect(keywordRows(page)).toHaveCount(21)
  // It does not follow to a list in which it is not.
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL('/keywords?page=2')
  await expect(keywordRows(page)).toHaveCount(20)
})

test('menus open where motion is not wanted', async ({ page, signIn }) => {
  await signIn('opm')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/keywords')
  await button(page, 'Add filter').click()
  await expect(page.getByRole('menuitem', { name: 'By tracking' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

for (const { width, colorScheme } of [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const) {
  test(`the summary and its dialogs are accessible and fit at ${width} px, ${colorScheme}`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    const session = await signIn('qa')
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const words = unique('long')
    const { keyword, keyword_id: id } = await addKeyword(session, {
      keyword: `${words} ${'wolfeschlegelsteinhausenbergerdorff'.repeat(5)}`,
      tags: [{ tag: 'w'.repeat(50) }, { tag: 'second' }, { tag: 'third' }],
    })
    await session.call('POST', `/api/keywords/${id}/comments`, { comment: 'm'.repeat(200) })
    const expectFine = async () => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (width > 400) return
      await page.setViewportSize({ width: 360, height: 740 })
      await expectNoSidewaysScroll(page)
    }
    const found = new URLSearchParams({ tracked: 'true', keyword: words }).toString()
    await page.goto(`/keywords?${found}&keyword_id=${id}&comments=1`)
    await expect(panelOf(page, keyword).getByText('mmm')).toBeVisible()
    await expectFine()
    await button(panelOf(page, keyword), 'Fullscreen').click()
    await expectFine()
    await page.goto(`/keywords?${found}&edit=${id}`)
    await expect(dialogOf(page, 'Edit Keyword').getByLabel('Keyword')).toHaveValue(keyword)
    await expectFine()
    await page.keyboard.press('Escape')
    await keywordRow(page, keyword).getByRole('checkbox').check()
    await expect(page.getByText('1 keyword selected.')).toBeVisible()
    await page.getByRole('button', { name: 'Bulk Actions' }).click()
    await page.getByRole('menuitem', { name: 'Manage Tags' }).click()
    await expect(dialogOf(page, 'Tag Managment').getByRole('listitem')).toHaveCount(3)
    await expectFine()
  })
}

test('the widest rows fit a window of 1440 pixels, and a word of 255 letters takes one line of its row', async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/keywords?keyword=air+fryer')
  await expect(keywordRows(page).first()).toBeVisible()
  const beyond = () =>
    page
      .locator('.table-scroll')
      .first()
      .evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(await beyond()).toBe(0)
  const keyword = unique('long').replaceAll(' ', '').padEnd(255, 'w')
  const { keyword_id: id } = await addKeyword(session, { keyword })
  await page.goto('/keywords')
  const cell = page.locator('.keyword-cell', { hasText: keyword })
  expect((await cell.boundingBox())?.height).toBeLessThan(30)
  await expect(cell).toHaveAttribute('title', keyword)
  expect(await beyond()).toBe(0)
  await page.goto(`/keywords?keyword_id=${id}`)
  await expect.poll(async () => (await cell.boundingBox())?.height).toBeGreaterThan(100)
})
