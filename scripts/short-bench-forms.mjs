/**
 * The short form of a bench: little data, so that it ends within a minute and shows whether the bench still runs and the
 * product's answers still equal the baseline's.
 * @typedef {object} ShortForm
 * @property {string} file in bench/
 * @property {number} day on which `--today` runs it: 0 is Sunday, in UTC
 * @property {string[]} [args]
 * @property {Record<string, string>} [env]
 * @property {boolean} [needsBuild] it measures the web build
 */

const SMALL_DATA = '0.01'

/** @type {readonly ShortForm[]} */
export const SHORT_FORMS = [
  { file: 'keyword-upload.ts', day: 0, env: { BENCH_LINES: '20000', BENCH_ROUNDS: '1' } },
  {
    file: 'stock-board.ts',
    day: 0,
    args: ['--products', '5000', '--posts', '1000', '--rounds', '3'],
  },
  {
    file: 'content-tracker.ts',
    day: 0,
    env: { BENCH_POSTS: '2000', BENCH_WEEKS: '10', BENCH_ROUNDS: '1', BENCH_SECONDS: '1' },
  },
  {
    file: 'keyword-list.ts',
    day: 1,
    env: { BENCH_SCALE: SMALL_DATA, BENCH_ROUNDS: '3', BENCH_SECONDS: '1' },
  },
  {
    file: 'share-of-voice.ts',
    day: 4,
    env: { BENCH_SCALE: SMALL_DATA, BENCH_ROUNDS: '3', BENCH_SECONDS: '1', BENCH_DAY_ROUNDS: '1' },
  },
  { file: 'flag-check.ts', day: 2 },
  { file: 'question-costs.ts', day: 3, args: ['--scale', SMALL_DATA, '--rounds', '2'] },
  { file: 'hot-path.ts', day: 3, args: ['--scale', SMALL_DATA, '--rounds', '1', '--seconds', '1'] },
  { file: 'changing-filters.ts', day: 3, args: ['--scale', SMALL_DATA, '--seconds', '1'] },
  {
    file: 'article-history.ts',
    day: 4,
    env: { BENCH_ARTICLES: '2000', BENCH_SECONDS: '1', BENCH_ROUNDS: '1' },
  },
  { file: 'back-test.ts', day: 4, args: ['--posts', '1000', '--spans', '5', '--rounds', '3'] },
  {
    file: 'product-library.ts',
    day: 4,
    args: ['--products', '5000', '--scanned', '1000', '--rounds', '3'],
  },
  { file: 'bot-poll.ts', day: 5, args: ['--people', '20', '--seconds', '5', '--chats', '200'] },
  { file: 'keyword-export.ts', day: 5, env: { BENCH_KEYWORDS: '10000', BENCH_ROUNDS: '1' } },
  { file: 'keyword-changes.ts', day: 5, env: { BENCH_KEYWORDS: '5000' } },
  {
    file: 'search-console.ts',
    day: 5,
    args: ['--rows', '50000', '--posts', '500', '--rounds', '3'],
  },
  {
    file: 'keyword-opportunities.ts',
    day: 0,
    env: { BENCH_SCALE: SMALL_DATA, BENCH_ROUNDS: '2', BENCH_SECONDS: '1' },
  },
  {
    file: 'db-query.ts',
    day: 3,
    args: ['--keywords', '5000', '--seconds', '2', '--people', '5', '--rounds', '1'],
  },
  { file: 'web-size.ts', day: 4, needsBuild: true },
  {
    file: 'keyword-screen.ts',
    day: 1,
    needsBuild: true,
    env: { BENCH_SCALE: SMALL_DATA, BENCH_ROUNDS: '1' },
  },
  { file: 'browser.ts', day: 6, needsBuild: true, env: { BENCH_ROUNDS: '1', BENCH_JOURNEYS: '2' } },
  { file: 'start-up.ts', day: 2, needsBuild: true, env: { BENCH_ROUNDS: '1' } },
]

/**
 * The forms that a weekday runs, or all of them.
 * @param {Date} [today]
 */
export const formsFor = (today) =>
  SHORT_FORMS.filter(({ day }) => today === undefined || day === today.getUTCDay())
