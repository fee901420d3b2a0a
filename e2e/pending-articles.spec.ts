import { button, notice, request, rowOf, sendBack, unique } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

test.describe('My Pending Articles', () => {
  test('offers each person what they may do, and only that [ART-118] [ART-119] [ART-120] [ART-121] [ART-122] [ART-123] [ART-124] [ART-125] [ART-126]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const [opm, qa] = [await sessionOf('opm'), await sessionOf('qa')]
    const [draft, requested, returned] = [unique('A draft'), unique('A request'), unique('A return')]
    await request(opm, draft, { draft: true })
    await request(opm, requested)
    await sendBack(qa, (await request(opm, returned)).article_id, 'Once more')
    const offered = async (title: string) => {
      const labels = await rowOf(page, title)
        .locator('.article-actions')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label') ?? ''))
      return labels.map((label) => label.replace(` “${title}”`, ''))
    }
    await signIn('opm')
    await page.goto('/articles/pending')
    await expect(rowOf(page, requested).getByText('Waits for QA')).toBeVisible()
    expect(await offered(draft)).toEqual(['Edit', 'Delete'])
    expect(await offered(returned)).toEqual(['Edit', 'Resubmit', 'Cancel'])
    expect(await offered(requested)).toEqual([])
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(rowOf(page, requested)).toBeVisible()
    expect(await offered(requested)).toEqual(['Approve', 'Return', 'Reject', 'Review'])
    for (const others of [draft, returned]) await expect(rowOf(page, others)).toHaveCount(0)
  })

  test('a draft is deleted after one question that names it [ART-116] [ART-117]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('A draft to delete')
    await request(await sessionOf('opm'), title, { draft: true })
    await signIn('opm')
    await page.goto('/articles/pending')
    await rowOf(page, title)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: `Delete “${title}”?` })
    await button(question, 'Delete').click()
    await expect(notice(page, 'Draft deleted')).toBeVisible()
    await expect(rowOf(page, title)).toHaveCount(0)
  })

  test('becomes cards on a phone, without scrolling sideways', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(page.locator('.pending-row').first()).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
