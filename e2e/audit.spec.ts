import { expect, expectAccessible, test } from './fixtures.ts'

test('a user’s action is found in the Audit tab, by filters in the address', async ({ page, signIn }) => {
  const adm = await signIn('adm')
  const username = `trail.${Date.now()}@copydesk.example`
  // A locked user gets no mail, so no job adds an entry in between.
  const blank = { username, first_name: 'Tess', last_name: 'Trail', role_id: 'opm', active: false }
  const { id, version } = await adm.call('POST', '/api/users', blank)
  await adm.call('PUT', `/api/users/${id}`, { ...blank, role_id: 'qa', version })

  await page.goto('/user-activity')
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page).toHaveURL(/tab=audit/)
  await page.goto(`/user-activity?tab=audit&noun=user&of=${id}`)
  const rows = page
    .getByRole('region', { name: 'Audit trail', exact: true })
    .locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('changed a role')
  await expect(rows.first()).toContainText('Role: Operations manager → QA')
  await expect(rows.last()).toContainText('created a user')
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Act', exact: true }).fill('created a user')
  await page.locator('.ant-select-dropdown:visible').getByTitle('created a user', { exact: true }).click()
  await expect(page).toHaveURL(/act=user\.created/)
  await expect(rows).toHaveCount(1)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe('audit.ndjson')

  await page.goto(`/users/${id}`)
  await expect(rows).toHaveCount(2)
})
