import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuardedFetcher } from '../../../integrations/web-fetcher/guarded-fetch.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { until } from '../../../testing/until.ts'

const LIVE = 'https://www.amazon.com/ospublishing/story/1'

let api: Api
let asked = 0
const held = Promise.withResolvers<void>()
beforeAll(async () => {
  const web = createGuardedFetcher({
    async resolve() {
      asked += 1
      await held.promise
      return []
    },
  })
  api = await startApi({}, { web })
})
afterAll(() => api.close())

it('many slow addresses of one person keep no colleague from theirs, and are refused to that person alone', async () => {
  const [one, colleague] = await Promise.all([api.as('opm'), api.as('eng')])
  const scan = (person: typeof one) => person.patch('/api/comparison/scan', { url: LIVE })
  let answered = 0
  const many = Array.from({ length: 27 }, async () => {
    const answer = await scan(one)
    answered += 1
    return answer
  })
  // Two requests run and six wait; the next is refused immediately.
  await until(() => asked === 2 && answered === 19)
  const theirs = scan(colleague)
  await until(() => asked === 3)
  held.resolve()
  const answers = await Promise.all(many)
  const refused = answers.filter(({ body }) => body.message.startsWith('Your other articles are still'))
  expect(refused.map(({ status }) => status)).toEqual(Array(19).fill(503))
  expect((await theirs).body.message).not.toMatch(/^(Your other|Too many)/)
})
