import { expect, expectFits, test } from './fixtures.ts'

test('My Pending Articles become cards on a phone, without scrolling sideways', async ({ page, signIn }) => {
  await signIn('qa')
  await page.goto('/articles/pending')
  await expect(page.locator('.pending-row').first()).toBeVisible()
  await expectFits(page, 360)
})
