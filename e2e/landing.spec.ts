import type { Locator, Page } from '@playwright/test'
import { button, dialogOf, notice } from './article-steps.ts'
import { expect, expectAccessible, pinMenu, test } from './fixtures.ts'

/** Signs in by picking a person on the card. */
async function pick(page: Page, name: string) {
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(name) }).click()
}

/** By how much the table overflows its box. */
const cutOff = (page: Page) =>
  page
    .locator('.table-scroll')
    .evaluate((box) => (box.querySelector('table')?.offsetWidth ?? 0) - box.clientWidth)

test('an analyst starts with the latest moves, and reaches a requested update in at most six clicks [SHELL-002] [SHELL-035]', {
  tag: '@first',
}, async ({ page, sessionOf }) => {
  await pick(page, 'Marcus Thiele')
  await expect(page).toHaveURL(/\/keywords\?tracked=true&sort=moved$/)
  await expect(
    page.getByRole('heading', { level: 2, name: /^We hold [\d,]+ of [\d,]+ keywords/ }),
  ).toBeVisible()
  await expect(page.locator('tr[data-row-key]').first().locator('.since.bad')).toContainText('lost today')
  const lost = page.getByRole('tabpanel', { name: 'Lost day' })
  await expect(lost.getByText('not in ours').first()).toBeVisible()
  await expect(lost.getByRole('button', { name: 'Request update' })).toBeEnabled()
  await expect(page.getByRole('link', { name: /2 unread/ })).toBeVisible()
  await expectAccessible(page)

  let clicks = 0
  const click = (where: Locator) => {
    clicks += 1
    return where.click()
  }
  await click(button(lost, 'Request update'))
  await expect(page).toHaveURL(/\/articles\/pending\?edit=\d+/)
  const id = new URL(page.url()).searchParams.get('edit')
  const editor = dialogOf(page, /Edit Article/)
  // Winners may recommend several products that ours does not. After the first award the keyboard moves on.
  const awards = editor.getByRole('textbox', { name: /^Award of product/ })
  await expect(awards.last()).toHaveValue('')
  const values = await awards.evaluateAll((fields) =>
    fields.map((field) => (field as HTMLInputElement).value),
  )
  const missing = values.flatMap((value, at) => (value === '' ? [at] : []))
  await click(awards.nth(missing[0] ?? 0))
  for (const at of missing) await awards.nth(at).fill(`Best for pullers, ${at}`)
  await click(button(editor, 'Submit'))
  await click(button(dialogOf(page, /Are you sure/), 'Yes'))
  await expect(notice(page, 'Article submitted')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(6)
  const { status } = await (await sessionOf('opm')).call('GET', `/api/articles/${id}`)
  expect(status).toBe('requested')
})

test('QA begins with the queue', async ({ page }) => {
  await pick(page, 'Dana Okafor')
  await expect(page).toHaveURL(/\/articles\/pending$/)
})

test('a writer gets an introduction', async ({ page, signIn }) => {
  await signIn('wrt')
  await page.goto('/')
  await expect(page).toHaveURL(/\/tools$/)
  await expect(page.getByText('Your role includes keyword research and your profile')).toBeVisible()
})

test('the usual columns of keywords fit beside a pinned menu, in rows of one line', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/keywords')
  await pinMenu(page)
  for (const width of [1440, 1280])
    for (const search of [
      '',
      '?tracked=true&sort=moved',
      '?articleStatus[]=published',
      '?sort=keyword&page=3',
    ]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/keywords${search}`)
      await expect(page.locator('tr[data-row-key]').nth(3)).toBeVisible()
      await expect.poll(() => cutOff(page), `${search} at ${width}`).toBeLessThanOrEqual(0)
      const heights = await page
        .locator('tr[data-row-key]')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
      expect(new Set(heights)).toEqual(new Set([40]))
    }
})

test('on a phone the parts of a card have fixed places, and no field is small enough to make the phone zoom in', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/keywords?tracked=true&sort=moved')
  await expect(page.getByRole('button', { name: 'Compare' })).toBeVisible()
  const card = page.locator('tr[data-row-key]').nth(1)
  const [name, days, holder, share] = await card.evaluate((row) =>
    ['name', 'figure', 'note', 'state'].map((place) => {
      const box = row.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect()
      return { x: box?.left ?? 0, y: (box?.top ?? 0) + (box?.height ?? 0) / 2 }
    }),
  )
  if (!name || !days || !holder || !share) throw new Error('A place of the card is missing.')
  expect(Math.abs(name.y - days.y)).toBeLessThan(4)
  expect(Math.abs(holder.y - share.y)).toBeLessThan(4)
  expect(holder.y).toBeGreaterThan(name.y)
  expect([days.x > name.x, share.x > holder.x]).toEqual([true, true])
  const size = await page
    .getByLabel('Search Already Used Keywords')
    .evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize))
  expect(size).toBeGreaterThanOrEqual(16)
  await page.goto('/articles/pending?new=1')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Site' })).toBeVisible()
  const sizes = await dialog
    .locator('input:not([type="checkbox"], [type="radio"]), textarea')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
})

test('the first screen after signing in is chosen in the menu of views', async ({ page, signIn }) => {
  await signIn('eng')
  await page.goto('/')
  await expect(page).toHaveURL(/\/keywords\?tracked=true&sort=moved$/)
  await page.getByRole('button', { name: 'Views: What moved' }).click()
  await page.getByRole('combobox', { name: 'Opens after signing in' }).click()
  await page.locator('.ant-select-item-option[title="My Pending Articles"]').click()
  await expect(page.getByText('Your start page')).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/articles\/pending$/)
})
