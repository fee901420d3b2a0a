import { expect, it } from 'vitest'
import { CHOSEN_TYPES, type EventBody, exampleOf } from '#shared/features/operate/event-hooks/rules.ts'
import { slackMessage, teamsMessage } from '#shared/features/operate/event-messages/rules.ts'
import { hookOf } from '#web/testing/event-hooks.ts'
import {
  arrivedWords,
  curlLines,
  dailyNote,
  eventsWords,
  messageLine,
  messageTitle,
  pauseWords,
  waitedWords,
} from './messages.ts'

const withoutNoun = (noun: string) => CHOSEN_TYPES.filter((type) => !type.startsWith(`${noun}.`))

it.each([
  [CHOSEN_TYPES, 'Everything'],
  [withoutNoun('keyword'), 'Everything but keywords'],
  [CHOSEN_TYPES.slice(1), 'Articles, posts, products and 3 more'],
  [['post.lost', 'post.moved', 'post.restored'], 'Posts'],
  [['user.created', 'article.approved'], 'User created, article approved'],
] as const)('events of %j are named in a few words', (types, words) => {
  expect(eventsWords(types)).toBe(words)
})

it.each([
  [[], 'No events in the last 24 hours'],
  // Events that wait count as neither arrived nor failed.
  [[{ events: 3, failed: 0 }], '3 events in the last 24 hours, none failed'],
  [[{ events: 3, failed: 1 }], '1 of 3 events failed in the last 24 hours'],
])('hours %j of a hook: %s', (hours, words) => {
  expect(arrivedWords([hookOf(1, 'BI warehouse', { hours })])).toBe(words)
})

it('durations are said in the units that people use', () => {
  expect([45, 60, 6120, 7200].map(pauseWords)).toEqual([
    '45 seconds',
    '1 minute',
    '1 hour 42 minutes',
    '2 hours',
  ])
  const now = new Date('2026-11-27T12:00:00Z')
  expect(waitedWords('2026-11-27T05:58:00Z', now)).toBe('6 h 2 min')
  expect(waitedWords('2026-11-27T11:59:50Z', now)).toBe('1 min')
})

it('messages that are collected name the time zone of their hour', () => {
  expect(dailyNote('America/New_York')).toMatch(/^At 09:00, Eastern Time\./)
  expect(dailyNote('UTC')).toMatch(/^At 09:00, UTC\./)
})

it('a request is copied as a command of a shell, without the signature that is shown cut', () => {
  const headers = [
    { name: 'webhook-id', value: '7' },
    { name: 'webhook-signature', value: 'v1,mB8q0Zt2…' },
  ]
  expect(curlLines('https://n8n.example/x', headers, `{"label":"Dana’s 'best'"}`)).toBe(
    [
      "curl 'https://n8n.example/x' \\",
      "  -H 'webhook-id: 7' \\",
      String.raw`  --data-raw '{"label":"Dana’s '\''best'\''"}'`,
    ].join('\n'),
  )
})

it.each([
  ['one event', ['product.out_of_stock']],
  ['several events', ['article.approved', 'alert.fired', 'post.lost']],
] as const)('the example of a message about %s has the words of the message', (_, types) => {
  const events: EventBody[] = types.map((type) => exampleOf(type, 'https://desk.example'))
  const sent = [slackMessage(events), teamsMessage(events)].map((message) => JSON.stringify(message))
  for (const message of sent)
    for (const words of [messageTitle(events), ...events.map(messageLine)]) expect(message).toContain(words)
})
