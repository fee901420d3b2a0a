import { expect, expectAccessible, test } from './fixtures.ts'

test('a copyboard’s webhook is started on the screen of sites, inspected and reset [SITE-009] [SITE-011]', async ({
  page,
  signIn,
}) => {
  await signIn('eng')
  await page.goto('/sites')
  await expect(page.getByRole('heading', { level: 1, name: 'Sites management' })).toBeVisible()
  const row = page.locator('tr[data-row-key]').filter({ hasText: 'Bench & Mortar' })
  await row.getByRole('button', { name: 'Start the webhook of Bench & Mortar, copyboard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Webhook active')).toBeVisible()
  await row.getByRole('button', { name: 'Details of Bench & Mortar, copyboard' }).click()
  const details = page.getByRole('dialog', { name: 'Bench & Mortar, copyboard' })
  await expect(details.getByText('Refused, bad signature')).toBeVisible()
  await details.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Webhook restarted')).toBeVisible()
  await details.getByRole('button', { name: 'Close' }).last().click()
})

test('the connectivity scan completes, and its findings are still there after a reload [SCAN-011] [SCAN-012]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  await signIn('eng')
  await page.goto('/scan')
  await page.getByRole('button', { name: 'Start Scan' }).click()
  const last = page.locator('.scan-function').filter({ hasText: 'The last backup is younger than a day' })
  await expect(last.getByText(/OK|Warning/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('progressbar', { name: 'Scan' })).toHaveCount(0)
  await page.reload()
  await expect(last.getByText(/OK|Warning/)).toBeVisible()
  await expect(page.getByText(/(\d+) of \1 checks run/)).toBeVisible()
  await expectAccessible(page)
})

test('a forgotten account is found and revoked, and the evidence names the user who did it [ACCESS-005] [ACCESS-016]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  await signIn('adm')
  await page.goto('/user-access')
  await page.getByLabel('Account email').fill('ruth.hallowell@copydesk.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('1 of 4 systems is still open')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke access to Chat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('All 4 accounts closed')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Evidence' }).getByText(/Chat \(ruth\) revoked/),
  ).toBeVisible()
  await expectAccessible(page)
})
