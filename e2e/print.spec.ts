import type { Page } from '@playwright/test'
import { expect, pinMenu, test } from './fixtures.ts'

/** What can only be used on a screen. */
const CONTROLS = 'button, [role="button"], [role="tab"]:not([aria-selected="true"]), nav, textarea'

async function expectOnPaper(page: Page, words: readonly string[]) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const text of words) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.locator('.sub-header-actions, .header, .side-bar').filter({ visible: true })).toHaveCount(
    0,
  )
  await expect(page.locator(CONTROLS).filter({ visible: true })).toHaveCount(0)
  const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)
  expect(ink).toBe('rgb(27, 30, 35)')
}

test('an article on paper has its text, facts and notes, and nothing to click', async ({ page, signIn }) => {
  await signIn('qa')
  await pinMenu(page)
  await page.goto('/articles/pending')
  await page.locator('.pending-row h2 a').first().click()
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
  await expectOnPaper(page, ['Where it is', 'History', 'Questions'])
})

test('the evidence of a run on paper has no controls', async ({ page, signIn }) => {
  await signIn('adm')
  await page.goto('/runs')
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await expectOnPaper(page, ['What happened'])
})
