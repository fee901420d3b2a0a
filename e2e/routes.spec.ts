import { expect, test } from './fixtures.ts'

test('after signing in a user lands on the requested page, and on no other', async ({ page, sample }) => {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: /Marcus Thiele/ }).click()
  await expect(page).toHaveURL(/\/articles\/pending$/)
  expect(sample.people.length).toBe(5)
})

test('a list is read while the code of its screen is loading, and read once', async ({ page, signIn }) => {
  await signIn('opm')
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/keywords-screen-*.js', async (route) => {
    await arrival
    await route.continue()
  })
  const reads: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/keywords') reads.push(request.url())
  })
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/keywords')
  await page.goto('/keywords?tracked=true')
  await read
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  arrive()
  await expect(page.getByRole('button', { name: 'Show details' }).first()).toBeVisible()
  expect(reads).toHaveLength(1)
  expect(reads[0]).toContain('tracked=true')
})
