import { expect, expectFits, test } from './fixtures.ts'

test('My Pending Articles shows cards on a phone and does not scroll sideways', async ({ page, signIn }) => {
  await signIn('qa')
  await page.goto('/articles/pending')
  await expect(page.locator('.pending-row').first()).toBeVisible()
  await expectFits(page, 360)
})
