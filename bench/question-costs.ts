// npm run bench:questions -- --scale 0.1 --rounds 20: the processor time of each query, with its total
// counted every time.
import { parseArgs } from 'node:util'
import { searchHistory } from '../src/server/features/articles/articles/history-reader.ts'
import { createKeywordNames } from '../src/server/features/keywords/keywords/name-queries.ts'
import { createKeywordsService } from '../src/server/features/keywords/keywords/service.ts'
import { createShareOfVoiceService } from '../src/server/features/market/share-of-voice/service.ts'
import type { Caller } from '../src/server/security/actor.ts'
import type { ArticleFilter } from '../src/shared/features/articles/articles/contract.ts'
import { KeywordQuery } from '../src/shared/features/keywords/keywords/contract.ts'
import { WinnersQuery } from '../src/shared/features/market/share-of-voice/contract.ts'
import { databaseTime, TICK } from './database.ts'
import { NEW_TAG, NOON, OLD_TAG, openDataset } from './dataset.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, rounds: { type: 'string', default: '20' } },
})
const SCALE = Number(values.scale)
const ROUNDS = Number(values.rounds)

const { database, counts } = await openDataset(SCALE)
const { db } = database
const clock = () => new Date(NOON)
// No cache: each call counts.
const totals = { get: (_key: string, count: () => Promise<number>) => count(), forget: () => {} }
const publications = { get: <Value>(_key: string, read: () => Promise<Value>) => read() }
const log = { info: () => {} }
const keywords = createKeywordsService({
  db,
  clock,
  timeZone: 'UTC',
  totals,
  names: createKeywordNames({ db, clock }),
  log,
})
const share = createShareOfVoiceService({
  db,
  clock,
  timeZone: 'UTC',
  retentionDays: 400,
  totals,
  publications,
  keywords,
})
const actor: Caller = {
  kind: 'person',
  id: 2,
  firstName: 'Bench',
  lastName: 'Person',
  username: 'bench@desk.example',
  roleId: 'opm',
  permissions: ['ValidateArticles'],
  session: '',
  origin: { requestId: 'bench', address: '127.0.0.1' },
}

const asked = (search: string) => Object.fromEntries(new URLSearchParams(search))
const list =
  (search: string, more: object = {}) =>
  () =>
    keywords.searchKeywords(actor, KeywordQuery.parse({ limit: '20', ...asked(search), ...more }))
const winners =
  (search: string, more: object = {}) =>
  () =>
    share.readWinners(actor, WinnersQuery.parse({ dateRange: '90', ...asked(search), ...more }))
const history = (filter: Partial<ArticleFilter>) => () =>
  searchHistory({ db, totals, timeZone: 'UTC' }, actor, {
    sort: 'article_id',
    sortOrder: 'desc',
    page: 1,
    ...filter,
  })
const surfaces = (tags: number[]) => () => share.readSurfaces({ dateRange: 90, tags })

const { keywords: all = 0, tracked = 0, articles = 0 } = counts
const row = (part: number, of: number) => `offset=${Math.floor(part * of)}`
const QUESTIONS: Record<string, () => Promise<unknown>> = {
  list: list(''),
  'list, tracked': list('tracked=true'),
  'list, not tracked': list('tracked=false'),
  'list, frequent tag': list('', { tags: ['1'] }),
  'list, tag of old keywords': list('', { tags: [String(OLD_TAG)] }),
  'list, tag of new keywords, site': list('', { tags: [String(NEW_TAG)], sites: ['1'] }),
  'list, frequent tag, site': list('', { tags: ['1'], sites: ['1'] }),
  'list, every site': list('', { sites: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }),
  'list, frequent word': list('keyword=best'),
  'list, two letters': list('keyword=be'),
  'list, from a day': list('createdFrom=2024-01-01'),
  'list, status of articles': list('', { articleStatus: ['published'] }),
  'list, row at 50 %': list(row(0.5, all)),
  'list, row at 98 %': list(row(0.98, all)),
  'list by words, row at 50 %': list(`sort=keyword&${row(0.5, all)}`),
  'list by share, row at 5 %': list(`sort=winning_percentage&${row(0.05, all)}`),
  'list by share, row at 50 %': list(`sort=winning_percentage&${row(0.5, all)}`),
  winners: winners(''),
  'winners, row at 50 %': winners(row(0.5, tracked)),
  'winners by words, row at 50 %': winners(`sort=keyword&${row(0.5, tracked)}`),
  'winners, rare tag': winners('', { tags: ['250'] }),
  'winners, frequent tag': winners('', { tags: ['1'] }),
  history: history({}),
  'history, last page': history({ page: Math.floor((articles * 0.9) / 20) }),
  'history by requester, page 100': history({ sort: 'user', page: 100 }),
  'history by site, page 100': history({ sort: 'site', page: 100 }),
  'surfaces, frequent tag': surfaces([1]),
  'surfaces, rare tag': surfaces([250]),
  'surfaces, two frequent tags': surfaces([1, 2]),
  'surfaces, six frequent tags': surfaces([1, 2, 3, 4, 5, 6]),
  'surfaces, 100 tags': surfaces(Array.from({ length: 100 }, (_, index) => index + 1)),
}

const rows: string[][] = []
for (const [name, ask] of Object.entries(QUESTIONS)) {
  for (let round = 0; round < 2; round++) await ask()
  const [before, own] = [await databaseTime(database), process.cpuUsage()]
  for (let round = 0; round < ROUNDS; round++) await ask()
  const { user, system } = process.cpuUsage(own)
  const ofDatabase = (await databaseTime(database)) - before
  rows.push([name, (ofDatabase / ROUNDS).toFixed(1), ((user + system) / 1000 / ROUNDS).toFixed(1)])
}
await database.close()

report('question-costs', {
  title: `What a question costs, ${all.toLocaleString('en')} keywords`,
  goal: 'at most 100 ms of processor time, whatever its filter, order or page',
  head: ['question', 'PostgreSQL ms', 'Node ms'],
  rows,
  notes: [
    `Means of ${ROUNDS} rounds of processor time, not of the clock; nothing is remembered between them, so that each counts its total.`,
    `A tick of the processor's clock is ${TICK} ms, so that a mean is exact to ${(TICK / ROUNDS).toFixed(1)} ms.`,
  ],
})
