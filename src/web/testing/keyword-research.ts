import { type Loopback, openLoopback } from './loopback.ts'

/** What an answer says beside its rows. */
export const SAID = {
  as_of: '2026-11-20T10:00:00.000Z',
  problem: null,
  usage: { source: 'built-in', is_connected: true, calls: null },
}

export const row = (keyword: string, changes = {}) => ({
  keyword,
  volume: 100,
  trend: 4.2,
  months: [1, 2, 3],
  competition: 30,
  ...changes,
})

/** A server with three keywords, one of them already in Copydesk, and a question. */
export async function openResearch(): Promise<Loopback> {
  const server = await openLoopback()
  const keywords = [
    row('seed starting kit', { volume: 40_500 }),
    row('heat mat', { volume: 9000, keyword_id: 7 }),
    row('grow light', { volume: null, trend: -3.4, competition: null, months: [] }),
  ]
  const question = {
    question: 'When do I start?',
    answer: 'In March.',
    source: 'garden.example',
    link: 'https://garden.example/a',
  }
  server.answer('GET /api/keyword-research', { body: { keywords, ...SAID } })
  server.answer('GET /api/keyword-research/people-also-ask', { body: { questions: [question], ...SAID } })
  return server
}
