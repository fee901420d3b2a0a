import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: /^Views/ })
const view = (page: Page, name: string) => page.locator('.view-row').filter({ hasText: name })
const keywordsShown = (page: Page) => page.locator('tr[data-row-key] .keyword-cell').allTextContents()
const expectShown = (page: Page, rows: readonly string[]) =>
  expect.poll(() => keywordsShown(page)).toEqual(rows)

async function openMenu(page: Page) {
  await menuButton(page).click()
  await expect(page.locator('.views-menu')).toBeVisible()
}

async function save(page: Page, name: string, { isTeam = false } = {}) {
  await openMenu(page)
  await page.getByRole('button', { name: 'Save view…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  if (isTeam) await dialog.getByRole('switch', { name: 'Share with the team' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  return dialog
}

test('a view keeps filters, columns and order of Keywords Summary, and its link shows a colleague the same rows', async ({
  page,
  signIn,
  sample,
  openColleague,
}) => {
  await signIn('opm')
  await page.goto('/keywords')
  await page.getByRole('columnheader', { name: 'Keyword', exact: true }).click()
  await expect(page).toHaveURL(/sort=keyword/)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'By tracking' }).click()
  await expect(page).toHaveURL(/tracked=true/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeHidden()
  await expect(page).toHaveURL(/columns\[\]=/)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()

  const dialog = await save(page, 'Tracked by name', { isTeam: true })
  await expect(dialog).toBeHidden()
  await expect(menuButton(page)).toHaveText('Tracked by name')
  await expect(page.locator('.table-box')).toHaveAttribute('aria-busy', 'false')
  const rows = await keywordsShown(page)
  expect(rows.length).toBeGreaterThan(3)
  await openMenu(page)
  await expectAccessible(page)
  const link = (await view(page, 'Tracked by name').getByRole('link').getAttribute('href')) ?? ''
  await expect(view(page, 'Tracked by name').getByRole('link')).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.views-menu').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()

  const other = sample.people.find(({ role }) => role.id === 'qa')
  const { page: colleague } = await openColleague(other?.username ?? '')
  await colleague.goto(link)
  await expect(menuButton(colleague)).toHaveText('Tracked by name')
  await expectShown(colleague, rows)
  await expect(colleague.getByRole('columnheader', { name: 'Tags' })).toBeHidden()
  await colleague.goto('/keywords')
  await openMenu(colleague)
  const owner = sample.people.find(({ role }) => role.id === 'opm')
  const shared = colleague
    .getByRole('list', { name: 'Team views' })
    .locator('.view-row', { hasText: 'Tracked by name' })
  await expect(shared).toContainText(owner?.last_name ?? '?')
  await expect(shared.getByRole('button')).toHaveCount(0)
  await shared.getByRole('link').click()
  await expect(menuButton(colleague)).toBeFocused()
  await expect(colleague).toHaveURL(link)
  await expectShown(colleague, rows)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a card shows the columns in the address, and the default ones if it names none', async ({
    page,
    signIn,
  }) => {
    await signIn('opm')
    await page.goto('/keywords')
    const card = page.locator('tr[data-row-key]').first()
    await expect(card.locator('.days-strip')).toBeVisible()
    await expect(card.locator('[data-label="Article status"]')).toBeHidden()
    await expect(card.locator('[data-label="Tags"]')).toBeHidden()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Tags' }).check()
    await expect(card.locator('[data-label="Tags"]')).toBeVisible()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    await expect(card.locator('[data-label="Tags"]')).toBeHidden()
    await expect(page).toHaveURL(/\/keywords$/)
  })
})
