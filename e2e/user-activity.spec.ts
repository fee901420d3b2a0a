import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { productDay } from './product-day.ts'

const logRows = (page: Page) =>
  page.getByRole('region', { name: 'Visits', exact: true }).locator('tbody tr[data-row-key]')
const chart = (page: Page) => page.getByRole('img', { name: /^Visits by / })

/** The parameters of the latest request for the log. */
function watchLog(page: Page) {
  const seen: Record<string, string>[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'GET' && url.pathname === '/api/user-activity')
      seen.push(Object.fromEntries(url.searchParams))
  })
  return seen
}

test('the log lists each screen visit with its user, twenty to a page, the last of 6,000 one press away; doughnut and trend count them, in words too [ACT-001, ACT-002, ACT-007, ACT-008, ACT-009, ACT-011, ACT-012, ACT-013, ACT-014]', {
  tag: ['@days', '@first'],
}, async ({ page, signIn }) => {
  const eng = await signIn('eng')
  const { stats: days } = await eng.call('GET', '/api/user-activity/day/stats')
  expect(days).toHaveLength(30)
  const { data, pageInfo } = await eng.call('GET', '/api/user-activity?limit=20&offset=0')
  expect(pageInfo.total).toBeGreaterThan(6000)
  const seen = watchLog(page)
  const byRole = page.waitForResponse(/\/api\/user-activity\/stats/)
  await page.goto('/user-activity')
  await expect(page.getByRole('heading', { level: 1, name: 'User Activity' })).toBeVisible()
  await expect(logRows(page)).toHaveCount(20)
  expect(seen[0]).toEqual({ limit: '20', offset: '0' })

  // Not the last of the page: this visit itself moves that one to the next page.
  const listed = data[10]
  const row = logRows(page)
    .filter({ has: page.locator(`time[datetime="${listed.created_at}"]`) })
    .first()
  await expect(row).toContainText(`${listed.user.first_name} ${listed.user.last_name}`)
  await expect(row).toContainText(listed.path.replaceAll(/\$\w+/g, '…'))
  await expect(row.locator('td').last()).toHaveText(String(listed.count))
  await expect(row.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  await expect(row.locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d \(.+Z\)$/)

  await page.getByTitle('Next Page').click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^21–40 of/)).toBeVisible()
  // As this page counts them: opening it was a visit, too.
  const last = page.getByRole('listitem', { name: /^\d+$/ }).last()
  await expect(last).toHaveAccessibleName(/^[1-9]\d\d$/)
  const number = Number(await last.getAttribute('aria-label'))
  const answered = page.waitForResponse(new RegExp(`/api/user-activity\\?.*offset=${(number - 1) * 20}`))
  await last.click()
  const { data: end } = await (await answered).json()
  await expect(page).toHaveURL(new RegExp(`page=${number}`))
  await expect(logRows(page)).toHaveCount(end.length)

  const { stats } = await (await byRole).json()
  await expect(chart(page).locator('svg')).toBeVisible()
  const list = page.getByRole('list', { name: 'Visits by role' })
  await expect(list.getByRole('listitem')).toHaveCount(stats.length)
  for (const { label, count } of stats) {
    await expect(list.getByRole('listitem').filter({ hasText: label })).toContainText(
      count.toLocaleString('en-US'),
    )
    await expect(chart(page)).toHaveAttribute('aria-label', new RegExp(`${label} \\d`))
  }
  const byPath = page.waitForResponse(/\/api\/user-activity\/path\/stats/)
  await page.getByText('By screen').click()
  const paths = (await (await byPath).json()).stats
  expect(paths.length).toBeGreaterThan(10)
  await expect(page).toHaveURL(/by=screen/)
  const screens = page.getByRole('list', { name: 'Visits by screen' }).getByRole('listitem')
  await expect(screens).toHaveCount(10)
  await expect(screens.first()).toContainText(paths[0].count.toLocaleString('en-US'))
  await expect(screens.last()).toContainText('Other screens')
  await expect(chart(page).locator('svg')).toBeVisible()

  const busy = days.findIndex(({ count }: { count: number }) => count > 20)
  const bars = page.getByRole('img', { name: /^Visits a day, the last 30 days: / })
  await bars.locator('.bar').nth(busy).hover()
  await expect(page.locator('.chart-tip')).toContainText(days[busy].day)
  await expect(page.locator('.chart-tip')).toContainText(`Total${days[busy].count.toLocaleString('en-US')}`)
})

test('a date range of the log includes both its days [ACT-005]', { tag: '@days' }, async ({
  page,
  signIn,
}) => {
  const eng = await signIn('eng')
  const { data } = await eng.call('GET', '/api/user-activity?limit=1&offset=500')
  const day = productDay(new Date(data[0].created_at))
  await page.goto('/user-activity')
  await page.getByPlaceholder('Visited, from').fill(day)
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('to', { exact: true })).toBeFocused()
  await page.getByPlaceholder('to', { exact: true }).fill(day)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`))
  await expect(logRows(page).first()).toBeVisible()
  await expect
    .poll(async () => {
      const moments = await logRows(page)
        .locator('time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
      return [...new Set(moments.map((moment) => productDay(new Date(moment))))]
    })
    .toEqual([day])
})

test('opening a screen is recorded and then on top of the log [ACT-010]', { tag: '@days' }, async ({
  page,
  signIn,
}) => {
  const eng = await signIn('eng')
  const recorded = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/user-activity'),
  )
  await page.goto('/users?query=dana')
  expect((await recorded).postDataJSON()).toEqual({
    userId: eng.user.id,
    url: '/users?query=dana',
    restObject: { route: '/users', params: {} },
  })
  await expect
    .poll(
      async () => (await eng.call('GET', `/api/user-activity?userId=${eng.user.id}&limit=1`)).data[0]?.path,
    )
    .toBe('/users')
  // Another user looks, whose own visit of the log is not in it.
  await signIn('adm')
  await page.goto(`/user-activity?user=${eng.user.id}`)
  await expect(logRows(page).first()).toContainText('Users management')
})
