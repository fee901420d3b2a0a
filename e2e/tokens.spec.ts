import type { APIRequestContext } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

const profileAs = (request: APIRequestContext, url: string, token: string) =>
  request.get(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })

test('a program reads with a token until it is rotated and revoked', { tag: '@first' }, async ({
  page,
  request,
  signIn,
  desk,
}) => {
  await signIn('opm')
  await page.goto('/profile?tab=api')
  const tokens = page.getByRole('region', { name: 'API tokens' })
  const secretOf = async () => {
    const shown = page.getByRole('dialog', { name: 'Copy your token now' })
    await expect(shown).toBeVisible()
    const secret = await shown.getByRole('textbox', { name: 'Token' }).inputValue()
    await shown.getByRole('button', { name: 'I’ve copied it' }).click()
    await expect(shown).toHaveCount(0)
    return secret
  }

  await tokens.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New token' })
  await form.getByLabel('Name').fill('Weekly export')
  await form.getByText('Only these').click()
  await form.getByLabel('View keywords').check()
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Make token' }).click()
  const first = await secretOf()
  const profile = await profileAs(request, desk.url, first)
  expect(profile.status()).toBe(200)
  expect((await profile.json()).permissions).toEqual(['ViewKeywords'])

  await tokens.getByRole('button', { name: 'Rotate Weekly export' }).click()
  const rotation = page.getByRole('dialog', { name: 'Rotate “Weekly export”?' })
  await rotation.getByLabel('End the old one now').check()
  await rotation.getByRole('button', { name: 'Rotate' }).click()
  const second = await secretOf()
  expect((await profileAs(request, desk.url, first)).status()).toBe(401)
  expect((await profileAs(request, desk.url, second)).status()).toBe(200)
  await expectFits(page, 360)
  await expectAccessibleInBothThemes(page)

  await tokens.getByRole('button', { name: 'Revoke Weekly export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(tokens.getByText('Revoked', { exact: true })).toBeVisible()
  const refused = await profileAs(request, desk.url, second)
  expect(refused.status()).toBe(401)
  expect((await refused.json()).message).toBe('This token was revoked.')
})
