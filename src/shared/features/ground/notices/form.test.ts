import { describe, expect, it, test } from 'vitest'
import { HOUR_MS } from '../../../format/duration.ts'
import { localTimeAt } from '../../../format/local-time.ts'
import {
  type DigestNotice,
  digestLines,
  digestTitle,
  heldUntil,
  isDigestTime,
  MAILED_BY_DEFAULT,
  NOTICE_WAYS,
  nextDigestAt,
  wayFor,
} from './form.ts'

const NEW_YORK = 'America/New_York'

describe('how users hear of a group', () => {
  test.each([
    ['all', 'mail', 'mail'],
    ['mentions', 'bell', 'mail'],
    ['none', 'bell', 'bell'],
  ] as const)('by default follows the flag: %s', (byDefault, articles, mentions) => {
    const input = { choice: undefined, byDefault, sendsMail: true }
    expect([wayFor('articles', input), wayFor('mentions', input)]).toEqual([articles, mentions])
  })

  it('is their own choice, whatever the flag says', () => {
    for (const byDefault of MAILED_BY_DEFAULT)
      for (const choice of NOTICE_WAYS)
        expect(wayFor('alerts', { choice, byDefault, sendsMail: true })).toBe(choice)
  })

  it('is the bell where no mail is sent, or nothing if they switched it off', () => {
    const ways = NOTICE_WAYS.map((choice) => wayFor('alerts', { choice, byDefault: 'all', sendsMail: false }))
    expect(ways).toEqual(['bell', 'bell', 'bell', 'off'])
  })

  it('is always mail for warnings about their account', () => {
    const input = { choice: 'off', byDefault: 'none', sendsMail: false } as const
    expect(wayFor('account', input)).toBe('mail')
  })
})

describe('mails that wait for the morning', () => {
  test.each([
    ['at 18:59 are sent', '2026-11-30T23:59:00Z', null],
    ['at 19:00 wait until 08:00 of the next day', '2026-12-01T00:00:00Z', '2026-12-01T13:00:00.000Z'],
    ['at 07:59 wait a minute', '2026-11-30T12:59:00Z', '2026-11-30T13:00:00.000Z'],
    ['at 08:00 are sent', '2026-11-30T13:00:00Z', null],
    ['over the end of summer time wait an hour longer', '2026-11-01T01:00:00Z', '2026-11-01T13:00:00.000Z'],
  ])('%s', (_, now, until) => {
    expect(heldUntil(new Date(now), NEW_YORK)?.toISOString() ?? null).toBe(until)
  })
})

describe('the next digest', () => {
  const next = (now: string, more: { hour?: number; days?: number[]; lastDay?: string } = {}) => {
    const { hour = 8, days = [1, 2, 3, 4, 5], lastDay = null } = more
    return nextDigestAt({ hour, days }, { now: new Date(now), timeZone: NEW_YORK, lastDay })?.toISOString()
  }

  it('comes at its hour on the next of its days', () => {
    expect(next('2026-11-30T12:00:00Z')).toBe('2026-11-30T13:00:00.000Z')
    expect(next('2026-11-30T14:00:00Z', { lastDay: '2026-11-30' })).toBe('2026-12-01T13:00:00.000Z')
    // On a Friday evening.
    expect(next('2026-12-04T23:00:00Z', { lastDay: '2026-12-04' })).toBe('2026-12-07T13:00:00.000Z')
    expect(next('2026-11-30T14:00:00Z', { days: [1], lastDay: '2026-11-30' })).toBe(
      '2026-12-07T13:00:00.000Z',
    )
  })

  it('comes now if it is late', () => {
    expect(next('2026-11-30T14:00:00Z')).toBe('2026-11-30T14:00:00.000Z')
  })

  it('is due once in every 24 hours of a year by the clock of each zone, also when clocks change', () => {
    for (const timeZone of [NEW_YORK, 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])
      for (const hour of [0, 2, 23]) {
        const sent = new Set<string>()
        const times = { hour, days: [1, 2, 3, 4, 5, 6, 7] }
        for (let at = Date.parse('2026-01-01T12:00:00Z'); sent.size < 365; at += HOUR_MS / 2) {
          const now = localTimeAt(new Date(at), timeZone)
          if (!sent.has(now.day) && isDigestTime(times, now)) sent.add(now.day)
          if (at > Date.parse('2027-01-03T00:00:00Z')) break
        }
        expect(sent.size, `${timeZone} ${hour}`).toBe(365)
      }
  })
})

describe('a digest', () => {
  const at = (hours: number) => new Date(Date.parse('2026-11-30T12:00:00Z') + hours * HOUR_MS)
  const noticeOf = (more: Partial<DigestNotice>): DigestNotice => ({
    ...{ kind: 'approved', actor: 'Dana Okafor', title: 'Kettles', words: null },
    ...{ articleId: 7, keywordId: null, about: null, createdAt: at(0) },
    ...more,
  })
  const mention = { kind: 'mentioned', title: 'loud kettle', articleId: null, keywordId: 5 } as const
  const textsOf = (...notices: Partial<DigestNotice>[]) =>
    digestLines(notices.map(noticeOf)).lines.map(({ text }) => text)

  it('says a thread in one line', () => {
    expect(textsOf(mention)).toEqual(['Dana Okafor mentioned you in a comment on “loud kettle”'])
    expect(textsOf(mention, { ...mention, actor: 'Priya Raman' }, mention)).toEqual([
      '3 comments on “loud kettle”',
    ])
    expect(textsOf({}, { createdAt: at(1) })).toEqual([
      'Dana Okafor approved your article “Kettles” (2 times)',
    ])
  })

  it('names what an alert is about, and the reason of a warning', () => {
    const about = { noun: 'post', key: 'hs/1', title: 'Dunlarch V2' } as const
    expect(textsOf({ kind: 'alert', actor: null, title: about.title, articleId: null, about })).toEqual([
      '“Dunlarch V2”',
    ])
    const words = 'Asana: the token was refused.\nUpdate it.'
    expect(textsOf({ kind: 'outside-failed', actor: null, title: null, articleId: null, words })).toEqual([
      'An outside system needs attention: Asana: the token was refused.',
    ])
  })

  it('follows the order of the groups, the newest first, and links to the place of each', () => {
    const { lines } = digestLines([
      noticeOf(mention),
      noticeOf({ articleId: 1, title: 'Old' }),
      noticeOf({ articleId: 2, title: 'New', createdAt: at(1) }),
    ])
    expect(lines.map(({ group, path }) => [group, path])).toEqual([
      ['articles', '/articles/2'],
      ['articles', '/articles/1'],
      ['mentions', '/keywords?keyword_id=5&comments=1'],
    ])
  })

  it('has 20 lines at most, and says how many there are besides', () => {
    const { lines, more } = digestLines(
      Array.from({ length: 26 }, (_, id) => noticeOf({ articleId: id + 1 })),
    )
    expect([lines.length, more]).toEqual([20, 6])
  })

  it('says in its title since when', () => {
    const titleOf = (...hours: number[]) =>
      digestTitle(
        hours.map((each) => ({ createdAt: at(each) })),
        { now: at(0), timeZone: NEW_YORK },
      )
    expect(titleOf(0)).toBe('1 new notice today')
    expect(titleOf(0, -72, -1)).toBe('3 new notices since Friday')
    expect(titleOf(0, -240)).toBe('2 new notices since 20 November')
  })
})
