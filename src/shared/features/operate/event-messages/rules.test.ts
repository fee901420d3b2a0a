import { expect, it } from 'vitest'
import { type EventBody, exampleOf } from '../event-hooks/rules.ts'
import { MOST_NAMED, slackMessage, teamsMessage } from './rules.ts'

const ORIGIN = 'https://desk.example.com'
const named = (label: string): EventBody => {
  const example = exampleOf('article.approved', ORIGIN)
  return { ...example, data: { ...example.data, label } }
}

it('a title mentions nobody in Slack, links nowhere and is not bold', () => {
  const written = JSON.stringify(
    slackMessage([named('<!channel> <@U1> @here *Kettles* & <https://evil.example|Pots>')]),
  )
  expect(written).not.toMatch(/<!|<@|<https:\/\/evil/)
  expect(written).not.toMatch(/@here|\*Kettles\*/)
  expect(written).toContain('&amp;')
  expect(written).toContain(`<${ORIGIN}/articles/55|Article approved>`)
})

it('a title is plain text in a card of Teams', () => {
  const written = JSON.stringify(teamsMessage([named('[Pots](https://evil.example) <at>everyone</at>')]))
  expect(written).not.toMatch(/\]\(https/)
  expect(written).not.toContain('<at>')
})

it('many events are one message that names the first of them', () => {
  const events = Array.from({ length: MOST_NAMED + 5 }, (_, index) => named(`Kettle ${index}`))
  for (const message of [slackMessage(events), teamsMessage(events)]) {
    const written = JSON.stringify(message)
    expect(written).toContain('20 events in Copydesk')
    expect(written).toContain('And 5 more.')
    expect(written).not.toContain('Kettle 15')
  }
})
