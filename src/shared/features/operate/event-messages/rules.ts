import { EVENT_LABELS, type EventBody } from '../event-hooks/rules.ts'

/** Events that a message names; the rest is a number. */
export const MOST_NAMED = 15
const TEXT_MAXIMUM = 150

const shortened = (text: string): string =>
  text.length > TEXT_MAXIMUM ? `${text.slice(0, TEXT_MAXIMUM).toWellFormed()}…` : text

/** Text for Slack in which nothing is a link, a mention or bold. https://docs.slack.dev/messaging/formatting-message-text */
const slackText = (text: string): string =>
  shortened(text.replace(/\s+/g, ' '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // A zero-width space ends what Slack would read as a mention or as formatting.
    .replace(/[@*_~`]/g, '$&\u200b')

/** The same for the Markdown of adaptive cards. */
const cardText = (text: string): string =>
  shortened(text.replace(/\s+/g, ' '))
    .replace(/[\\*_[\]()`#~<>]/g, '\\$&')
    .replaceAll('@', '@\u200b')

const headOf = (events: readonly EventBody[]): string => {
  const [first] = events
  if (events.length !== 1 || !first) return `${events.length} events in Copydesk`
  return EVENT_LABELS[first.type]
}

const factsOf = ({ data }: EventBody): string =>
  [data.label, data.site, data.actor.kind === 'job' ? null : data.actor.name].filter(Boolean).join(' · ')

const restOf = (events: readonly EventBody[]): string | null =>
  events.length > MOST_NAMED ? `And ${events.length - MOST_NAMED} more.` : null

const slackLine = (event: EventBody): string => {
  const { url } = event.data
  const label = url === null ? EVENT_LABELS[event.type] : `<${encodeURI(url)}|${EVENT_LABELS[event.type]}>`
  return `${label}: ${slackText(factsOf(event))}`
}

/** A message for an incoming webhook of Slack, in Block Kit. */
export function slackMessage(events: readonly EventBody[]): object {
  const rest = restOf(events)
  return {
    text: `${headOf(events)}: ${slackText(events[0]?.data.label ?? '')}`,
    unfurl_links: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: headOf(events) } },
      ...events.slice(0, MOST_NAMED).map((event) => ({
        type: 'section',
        text: { type: 'mrkdwn', text: slackLine(event), verbatim: true },
      })),
      ...(rest === null ? [] : [{ type: 'context', elements: [{ type: 'plain_text', text: rest }] }]),
    ],
  }
}

/** A message for a workflow of Teams, with one adaptive card. */
export function teamsMessage(events: readonly EventBody[]): object {
  const rest = restOf(events)
  const [first] = events
  const url = events.length === 1 ? (first?.data.url ?? null) : null
  const text = (words: string, more: object = {}) => ({ type: 'TextBlock', text: words, wrap: true, ...more })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            text(headOf(events), { weight: 'Bolder', size: 'Medium' }),
            ...events
              .slice(0, MOST_NAMED)
              .map((event) => text(`${EVENT_LABELS[event.type]}: ${cardText(factsOf(event))}`)),
            ...(rest === null ? [] : [text(rest, { isSubtle: true })]),
          ],
          actions: url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Copydesk', url }],
        },
      },
    ],
  }
}
