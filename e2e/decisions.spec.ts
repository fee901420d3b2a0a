import { button, request, unique } from './article-steps.ts'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

test.use({ settings: { DECISION_UNDO_SECONDS: '60' } })

test('two clicks at one place decide one article, and its reviewer can undo that from another page', {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
  const opm = await sessionOf('opm')
  const first = await request(opm, unique('Decided by a slip'))
  await request(opm, unique('The next one'))
  const qa = await signIn('qa')
  await page.goto(`/articles/${first.article_id}`)
  const panel = page.getByRole('region', { name: 'Decision' })
  const approve = button(panel, 'Approve')
  await expect(approve).toBeEnabled()
  const { x, y, width, height } = (await approve.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const place = [x + width / 2, y + height / 2] as const
  await page.mouse.click(...place)
  const strip = page.getByRole('region', { name: `Approved: ${first.title}` })
  await expect(strip).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: first.title })).toHaveCount(0)
  await page.mouse.click(...place)
  await expect(panel.getByText('A new article. The buttons unlock in a moment.')).toBeVisible()
  expect(await qa.call('GET', '/api/decisions')).toHaveLength(1)
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 390)

  await page.getByRole('link', { name: /pending articles$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Pending Articles' })).toBeVisible()
  await button(strip, 'Undo').click()
  await expect(page.getByText('Approval undone.')).toBeVisible()
  expect(await qa.call('GET', `/api/articles/${first.article_id}`)).toMatchObject({ status: 'requested' })
})
