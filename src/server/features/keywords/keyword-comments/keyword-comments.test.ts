import { load } from 'cheerio'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mentionToken } from '#shared/features/keywords/keyword-comments/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildKeyword, buildUser } from '../../../testing/builders.ts'
import { STORABLE, UNSTORABLE } from '../../../testing/naughty-strings.ts'
import { SCRIPT_PAYLOADS } from '../../../testing/script-payloads.ts'

let api: Api
let opm: Client
let qa: Client
let adm: Client
let keywordId: number

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  qa = await api.as('qa')
  adm = await api.as('adm')
})
beforeEach(async () => {
  keywordId = (await buildKeyword(api.database.db)).id
})
afterAll(() => api.close())

const path = (id?: number) => `/api/keywords/${keywordId}/comments${id === undefined ? '' : `/${id}`}`
const write = (comment: string, client = opm, more: object = {}) => client.post(path(), { comment, ...more })
const list = async (client = opm) => (await client.get(path())).body
const told = async (client: Client) =>
  (await client.get('/api/notices')).body.nodes.filter(
    ({ keyword }: { keyword: { keyword_id: number } | null }) => keyword?.keyword_id === keywordId,
  )
/** The text of HTML as people see it. */
const seen = (html: string) => load(html, null, false).text()

describe('comments on a keyword', () => {
  it('are listed with their authors, the oldest first [COMM-001] [COMM-002] [COMM-014] [COMM-015]', async () => {
    const words = 'Watch <span style="color:#c00">this one</span> < that one.'
    const first = await write(words)
    expect(first.status).toBe(201)
    api.advance(HOUR_MS)
    const later = api.now().toISOString()
    const second = await write('Second & last thoughts', qa)
    const comments = await list()
    expect(comments).toEqual([
      {
        comment_id: first.body.comment.comment_id,
        keyword_id: keywordId,
        user_id: opm.id,
        first_name: 'Opm',
        last_name: 'One',
        comment: words,
        content: 'Watch <span style="color:#c00">this one</span> &lt; that one.',
        mentions: [],
        created_at: expect.stringMatching(/Z$/),
        updated_at: null,
      },
      {
        comment_id: second.body.comment.comment_id,
        keyword_id: keywordId,
        user_id: qa.id,
        first_name: 'Qa',
        last_name: 'One',
        comment: 'Second & last thoughts',
        content: 'Second &amp; last thoughts',
        mentions: [],
        created_at: expect.stringMatching(/Z$/),
        updated_at: null,
      },
    ])
    expect(second.body.comment.comment_id).toBeGreaterThan(first.body.comment.comment_id)
    // Each has the moment when it was written, and not that of its reading.
    expect(comments[0].created_at < later).toBe(true)
    expect(comments[1].created_at >= later).toBe(true)
    api.advance(HOUR_MS)
    expect(await list()).toEqual(comments)
    const { body } = await opm.get('/api/keywords?currentPage=1&limit=200')
    expect(body.data.find((row: { keyword_id: number }) => row.keyword_id === keywordId).comments).toBe(2)
  })

  it('belong to the caller, even if the body names another author [COMM-016]', async () => {
    const { body } = await write('Mine', opm, { keyword_id: 1, user_id: qa.id })
    expect(body.comment).toMatchObject({ user_id: opm.id, keyword_id: keywordId, first_name: 'Opm' })
  })

  it('are changed and deleted by their authors alone [COMM-007] [COMM-017] [COMM-018]', async () => {
    const { comment_id: id } = (await write('First wording')).body.comment
    for (const other of [qa, adm]) {
      expect((await other.patch(path(id), { comment: 'Forged' })).status).toBe(403)
      expect((await other.delete(path(id))).status).toBe(403)
    }
    const changed = await opm.patch(path(id), { comment: 'Better wording' })
    expect([changed.status, changed.body.comment]).toMatchObject([
      200,
      { comment: 'Better wording', content: 'Better wording', updated_at: expect.any(String) },
    ])
    expect((await opm.delete(path(id))).status).toBe(204)
    expect(await list()).toEqual([])
    expect((await opm.delete(path(id))).status).toBe(404)
  })

  it('are stored once, even if the same call comes again', async () => {
    const send = (comment: string, key: string) =>
      opm.send({ method: 'POST', url: path(), payload: { comment }, headers: { 'idempotency-key': key } })
    const answers = [await send('Once', 'comment-1'), await send('Once', 'comment-1')]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect((await send('Twice', 'comment-1')).status).toBe(422)
    await send('Once', 'comment-2')
    expect((await list()).map(({ comment }: { comment: string }) => comment)).toEqual(['Once', 'Once'])
  })

  it('mention nobody by an unknown number: the name is text like any other [COMM-011]', async () => {
    const { body } = await write(`Ask @[Ghost](user:999999) or ${mentionToken(qa.id, 'Somebody')}`)
    expect(body.comment.content).toBe('Ask @Ghost or <span style="font-weight:600">@Qa One</span>')
    expect(body.comment.mentions).toHaveLength(1)
  })

  it('belong to their keyword: they are not found under another or an unknown one', async () => {
    const { comment_id: id } = (await write('Here')).body.comment
    const elsewhere = (await buildKeyword(api.database.db)).id
    const wrong = `/api/keywords/${elsewhere}/comments/${id}`
    expect((await opm.patch(wrong, { comment: 'x' })).status).toBe(404)
    expect((await opm.delete(wrong)).status).toBe(404)
    expect((await opm.get('/api/keywords/999999/comments')).status).toBe(404)
    expect((await opm.post('/api/keywords/999999/comments', { comment: 'x' })).status).toBe(404)
    expect((await opm.get(`/api/keywords/${elsewhere}/comments`)).body).toEqual([])
  })

  it('have at most 200 characters as their readers see them [COMM-008]', async () => {
    const token = mentionToken(qa.id, 'Qa One')
    for (const [comment, status] of [
      ['x'.repeat(200), 201],
      ['x'.repeat(201), 400],
      ['😍'.repeat(200), 201],
      [`${token}${'x'.repeat(193)}`, 201],
      [`${token}${'x'.repeat(194)}`, 400],
      [token.repeat(20), 201],
      [`<span style="color:red">${'x'.repeat(200)}</span>`, 201],
      [`<span style="color:red">${'x'.repeat(201)}</span>`, 400],
      ['   ', 400],
    ] as const)
      expect((await write(comment)).status, comment.slice(0, 20)).toBe(status)
  })

  it('keep any input, and show it as text [S18]', async () => {
    const texts = STORABLE.map((text) => text.trim()).filter((text) => text !== '' && [...text].length <= 200)
    expect(texts.length).toBeGreaterThan(100)
    for (const text of texts) {
      const { status, body } = await write(text)
      expect([status, body.comment?.comment]).toEqual([201, text])
      expect(seen(body.comment.content)).toBe(text.replace(/\r\n?/g, '\n'))
    }
    for (const text of UNSTORABLE) expect((await write(text)).status).toBe(400)
  })
})

describe('the HTML of a comment', () => {
  it('has no tag but span and no attribute but style [COMM-012] [COMM-013]', async () => {
    const comment =
      'A <span style="color:#c00; font-weight:bold" class="x" onclick="y()">red</span> <b>bold</b>'
    expect((await write(comment)).body.comment.content).toBe(
      'A <span style="color:#c00;font-weight:bold">red</span> &lt;b&gt;bold&lt;/b&gt;',
    )
    expect((await write('<SPAN>open <span style="color:red">twice')).body.comment.content).toBe(
      '<span>open <span style="color:red">twice</span></span>',
    )
    expect((await write('closed</span> only')).body.comment.content).toBe('closed only')
  })

  it.each([
    'position:fixed;top:0',
    'background:url(//x.example/a)',
    'background-color:url(//x.example/a)',
    'color:expression(alert(1))',
    'color:red;}*{display:none',
    'color:var(--x)',
    'width:9999px',
    'font-weight:bold!important;inset:0',
    'color:#fff url(x)',
    'behavior:url(x)',
  ])('loads nothing and covers nothing: %s [S13]', async (style) => {
    const { content } = (await write(`<span style="${style}">x</span>`)).body.comment
    expect(content).toMatch(/^<span( style="(color:red|font-weight:bold !important)")?>x<\/span>$/)
  })

  it('does nothing, with any input [S13]', async () => {
    const wrapped = SCRIPT_PAYLOADS.flatMap((payload) => [
      payload,
      `<span style="${payload}">x</span>`,
      `<span ${payload}>x</span>`,
      mentionToken(opm.id, payload),
    ])
    for (const text of wrapped.filter((each) => [...each].length <= 200)) {
      const { status, body } = await write(text)
      expect(status, text).toBe(201)
      const page = load(body.comment.content, null, false)
      for (const element of page('*')
        .toArray()
        .filter((node) => node.type !== 'root')) {
        if (!('attribs' in element)) throw new Error(`Not an element: ${element.type}`)
        expect(element.name, text).toBe('span')
        expect(
          Object.keys(element.attribs).filter((name) => name !== 'style'),
          text,
        ).toEqual([])
        expect(element.attribs.style ?? '', text).toMatch(/^(font-weight:600)?$/)
      }
    }
    expect(wrapped.length).toBeGreaterThan(240)
  })

  it('was clean already when it was stored, and is cleaned again when it is shown [S13]', async () => {
    const { comment_id: id } = (await write('<img src=x onerror=alert(1)>')).body.comment
    const { rows } = await api.database.pool.query(
      'select content from keyword_comments where comment_id = $1',
      [id],
    )
    expect(rows[0].content).toBe('&lt;img src=x onerror=alert(1)&gt;')
    await api.database.pool.query(
      `update keyword_comments set content = '<script>alert(1)</script><span style="position:fixed">old</span>' where comment_id = $1`,
      [id],
    )
    expect((await list())[0].content).toBe('<span>old</span>')
  })
})

describe('a mention', () => {
  it('is kept as a token with the number, and shown as the name that the person has now [COMM-001] [COMM-010] [COMM-011]', async () => {
    const { id } = await buildUser(api.database.db, { firstName: 'Dana', lastName: 'Okafor' })
    const comment = `Ask ${mentionToken(id, 'Dana Okafor')} & co`
    const { body } = await write(comment)
    expect(body.comment).toMatchObject({
      comment,
      content: 'Ask <span style="font-weight:600">@Dana Okafor</span> &amp; co',
      mentions: [{ id, first_name: 'Dana', last_name: 'Okafor' }],
    })
    await api.database.pool.query('update users set first_name = $1, last_name = $2 where id = $3', [
      '<b>D</b>',
      '"&]',
      id,
    ])
    const [after] = await list()
    expect(after.content).not.toContain('<b>')
    expect(seen(after.content)).toBe('Ask @<b>D</b> "&] & co')
  })

  it('is a notice that leads to the comment [D147]', async () => {
    const { body } = await write(`${mentionToken(qa.id, 'Qa One')}, <span style="color:red">look</span>`)
    expect(await told(qa)).toEqual([
      expect.objectContaining({
        kind: 'mentioned',
        actor: expect.objectContaining({ id: opm.id }),
        article: null,
        keyword: { keyword_id: keywordId, keyword: expect.any(String) },
        words: '@Qa One, look',
        read_at: null,
      }),
    ])
    await opm.delete(path(body.comment.comment_id))
    expect(await told(qa)).toEqual([])
  })

  it('notifies nobody twice about one comment, after any edits [D147]', async () => {
    const token = mentionToken(qa.id, 'Qa One')
    const { comment_id: id } = (await write(`${token} and ${token}`)).body.comment
    for (const comment of [`${token} again`, 'nobody', `${token} once more`])
      expect((await opm.patch(path(id), { comment })).status).toBe(200)
    expect(await told(qa)).toHaveLength(1)
    await opm.patch(path(id), { comment: `${token} ${mentionToken(adm.id, 'Adm One')}` })
    expect(await told(adm)).toHaveLength(1)
    await write(`${token}, another comment`)
    expect(await told(qa)).toHaveLength(2)
  })

  it('of oneself or of an unknown user notifies nobody [D147]', async () => {
    const { body } = await write(
      `${mentionToken(opm.id, 'Me')} ${mentionToken(999_999, 'A & B')} ${mentionToken(9_999_999_999, 'Big')}`,
    )
    expect(seen(body.comment.content)).toBe('@Opm One @A   B @Big')
    expect(body).toMatchObject({ unreachable: [], comment: { mentions: [{ id: opm.id }] } })
    expect(await told(opm)).toEqual([])
  })

  it('of a user who is locked, or does not see keywords, says so and notifies nobody else [D147]', async () => {
    const locked = await buildUser(api.database.db, { firstName: 'Lou', lastName: 'Locked', active: false })
    const writer = await api.as('wrt')
    const { body } = await write(
      [mentionToken(locked.id, 'x'), mentionToken(writer.id, 'y'), mentionToken(qa.id, 'z')].join(' '),
    )
    expect(body.unreachable.sort()).toEqual(['Lou Locked', 'Wrt One'])
    expect(await told(qa)).toHaveLength(1)
    expect(await told(writer)).toEqual([])
    const { rows } = await api.database.pool.query('select 1 from notices where user_id = $1', [locked.id])
    expect(rows).toEqual([])
  })
})
