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
} from './keyword-steps.ts'

test('Escape closes the list of a filter first, then the filter, and the focus stays beside it', async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  const site = (await session.call('GET', '/api/sites'))[2]
  await page.goto('/keywords')
  await addFilter(page, 'By sites')
  const sites = page.getByRole('combobox', { name: 'By sites' })
  await expect(sites).toBeFocused()
  await sites.fill(site.display_name)
  await option(page, site.display_name).click()
  const chip = page.locator('.filter-chip').filter({ hasText: 'By sites' })
  await expect(chip).toContainText(site.display_name)
  await expect(sites).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(sites).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Escape')
  await expect(chip.getByRole('button', { name: /^By sites/ })).toBeFocused()
  await button(page, 'Remove filter By sites').click()
  await expect(page.locator('.filter-chips')).toBeFocused()
})

test('an open row fills the window and returns with its unsaved comment [KW-031] [KW-035] [KW-036]', async ({
  page,
  signIn,
}) => {
  const { keyword } = await addKeyword(await signIn('opm'))
  await page.goto(`/keywords?${new URLSearchParams({ keyword })}`)
  await button(page, 'Show details').click()
  const panel = panelOf(page, keyword)
  await panel.getByRole('tab', { name: 'Comments' }).click()
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
  // The list of names handles the first Escape.
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
})

test('a link scrolls to the row of its keyword, however far down it is', async ({ page, signIn }) => {
  const session = await signIn('opm')
  const { data } = await findKeywords(session, 'sort=created_at&sortOrder=desc')
  const low = data[15]?.keyword ?? ''
  await page.goto(`/keywords?keyword_id=${data[15]?.keyword_id}&comments=1`)
  await expect(panelOf(page, low).getByRole('textbox', { name: 'New comment' })).toBeInViewport()
  await expect(keywordRows(page)).toHaveCount(20)
})

test('menus open when reduced motion is preferred', async ({ page, signIn }) => {
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
